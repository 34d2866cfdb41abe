import { Component, type ComponentClass, type FunctionComponent, h } from 'preact';

/** A component that is drawn again only when one of its properties changes. */
export function memo<P extends object>(inner: FunctionComponent<P>): ComponentClass<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const [now, then] = [this.props as Record<string, unknown>, next as Record<string, unknown>];
      const keys = new Set([...Object.keys(now), ...Object.keys(then)]);
      for (const key of keys) if (now[key] !== then[key]) return true;
      return false;
    }

    override render() {
      return h(inner, this.props as P);
    }
  }
  return Memo;
}
