/** The board as a picture that stands alone: SVG with its colours written out, or PNG made from it. */

const ATTRIBUTES = ['fill', 'stroke'] as const;

/** The board's drawing as an SVG document. */
export function svgOf(source: SVGSVGElement, background: boolean): string {
  const copy = source.cloneNode(true) as SVGSVGElement;
  const hatchings = document.getElementById(`hatchings-${source.dataset['game']}`);
  if (hatchings) copy.prepend(hatchings.cloneNode(true));
  const styles = getComputedStyle(source);
  const value = (name: string | undefined) => (name ? styles.getPropertyValue(name).trim() : '');
  const colour = (paint: string) =>
    paint.replace(
      /var\((--[\w-]+)(?:, var\((--[\w-]+)\))?\)/g,
      (_whole, name: string, usual?: string) => value(name) || value(usual),
    );
  for (const element of copy.querySelectorAll<SVGElement>('*')) {
    for (const name of ATTRIBUTES) {
      const paint = element.getAttribute(name);
      if (paint?.includes('var(')) element.setAttribute(name, colour(paint));
    }
  }
  const box = source.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(box.width)));
  copy.setAttribute('height', String(Math.round(box.height)));
  copy.setAttribute('fill', 'none');
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  copy.setAttribute('font-weight', '600');
  copy.setAttribute('text-anchor', 'middle');
  copy.setAttribute('stroke-linejoin', 'round');
  copy.setAttribute('stroke-linecap', 'round');
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  if (background) {
    const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    ground.setAttribute('x', String(box.x));
    ground.setAttribute('y', String(box.y));
    ground.setAttribute('width', String(box.width));
    ground.setAttribute('height', String(box.height));
    ground.setAttribute('fill', value('--page'));
    copy.prepend(ground);
  }
  return new XMLSerializer().serializeToString(copy);
}

const SCALE = 2;

export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
