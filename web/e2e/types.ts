export interface Gesture {
  readonly shapes: readonly string[];
  readonly choice?: string | null;
}

export interface Board {
  readonly game: string;
  readonly players: readonly { readonly name: string }[];
  readonly position: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly to_act: number | null;
  readonly turn_begins: boolean;
  readonly end?: { readonly rule: { readonly witness: readonly string[] } | null } | null;
  readonly scene: {
    readonly shapes: readonly {
      readonly id: string;
      readonly role: string;
      readonly place: [number, number];
      readonly at?: string;
      readonly outline?: string;
      readonly names?: readonly string[];
      readonly parts?: readonly { readonly text?: string }[];
      readonly owner?: number;
    }[];
  };
  readonly steps?: readonly object[];
  readonly moves: readonly { readonly move: string; readonly gesture: Gesture }[];
  readonly aids: readonly { readonly shapes?: readonly string[] }[];
}
