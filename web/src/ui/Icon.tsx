/** Line icons on a 24 × 24 grid. */
const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  first: 'M18 5l-7 7 7 7M6 5v14',
  last: 'M6 5l7 7-7 7M18 5v14',
  undo: 'M9 7L4 11.5 9 16M4.5 11.5H14a5 5 0 0 1 0 10h-3',
  hint: 'M9 18h6M10 21h4M8.5 15c0-2-2.5-3-2.5-6.200a6 6 0 0 1 12 0c0 3.200-2.500 4.200-2.500 6.200z',
  draw: 'M6 9.500h12M6 14.500h12',
  flag: 'M6 21V4M6 4.500h11l-2.500 4 2.500 4H6',
  share: 'M12 15V4M7.500 8L12 3.500 16.500 8M6 12.500v7h12v-7',
  menu: 'M4.500 7h15M4.500 12h15M4.500 17h15',
  clock: 'M12 7v5.500l3.500 2M12 3.500a8.500 8.500 0 1 1 0 17a8.500 8.500 0 0 1 0-17z',
  turn: 'M19.500 9A8 8 0 0 0 5 7.500M4.500 4v4h4M4.500 15A8 8 0 0 0 19 16.500M19.500 20v-4h-4',
  full: 'M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15',
  settings:
    'M4 8h9M17.500 8H20M4 16h2.500M11 16h9M15.200 5.700a2.300 2.300 0 1 1 0 4.600a2.300 2.300 0 0 1 0-4.600zM8.800 13.700a2.300 2.300 0 1 1 0 4.600a2.300 2.300 0 0 1 0-4.600z',
  person: 'M12 4a3.700 3.700 0 1 1 0 7.400A3.700 3.700 0 0 1 12 4zM5 20c.7-4 3.500-6 7-6s6.300 2 7 6',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  link: 'M10 14l4-4M8.500 11.500l-2 2a3.500 3.500 0 0 0 5 5l2-2M15.500 12.500l2-2a3.500 3.500 0 0 0-5-5l-2 2',
  enter: 'M19 6v6a2 2 0 0 1-2 2H6M9.500 10L5.500 14l4 4',
  close: 'M6 6l12 12M18 6L6 18',
  book: 'M12 6.500C9.500 4.800 6.500 4.500 3.500 5v13.500c3-.5 6-.2 8.500 1.500c2.500-1.700 5.500-2 8.500-1.500V5c-3-.5-6-.2-8.500 1.500zM12 6.500V20',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  pause: 'M8.500 5v14M15.500 5v14',
  play: 'M8 5l11 7-11 7z',
  rematch: 'M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5',
  up: 'M6 14.500l6-6 6 6',
  down: 'M6 9.500l6 6 6-6',
  sound: 'M5 9.500h3.500L13 5.500v13l-4.500-4H5zM16.500 9a4 4 0 0 1 0 6',
  copy: 'M9 9h10v11H9zM6 15H5V4h10v2',
  leave: 'M14 5H5.500v14H14M10 12h10M16.500 8.500L20 12l-3.500 3.500',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** The sign of Tablier: a hexagon with a piece on it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path d="M14 0.500L26 7.200V20.800L14 27.500L2 20.800V7.200Z" fill="var(--accent)" />
      <rect x="8" y="8" width="12" height="12" rx="3.500" fill="var(--on-accent)" />
      <circle cx="14" cy="14" r="2.800" fill="var(--accent)" />
    </svg>
  );
}
