export interface Gesture {
  readonly shapes: readonly string[];
  readonly choice?: string | null;
}

export interface Board {
  readonly position: string;
  readonly to_act: number | null;
  readonly scene: {
    readonly shapes: readonly { readonly id: string; readonly place: [number, number]; readonly at?: string }[];
  };
  readonly moves: readonly { readonly move: string; readonly gesture: Gesture }[];
}
