/** The cascade layers of the style sheets of an email. A layer is a list of names: those of its outer layers first. */
export interface Layers {
  declare: (layer: readonly string[]) => void;
  /** Returns a name for a layer without one. */
  newName: () => string;
  /** The order of the layer in the cascade: rules outside of all layers come last. */
  rankOf: (layer: readonly string[]) => number;
}

const keyOf = (layer: readonly string[]): string => layer.join('.');

export function newLayers(): Layers {
  const order = new Map<string, number>([['', 0]]);
  const layers: (readonly string[])[] = [[]];
  let ranks: Map<string, number> | undefined;
  const declare = (layer: readonly string[]): void => {
    for (let depth = 1; depth <= layer.length; depth++) {
      const outer = layer.slice(0, depth);
      if (order.has(keyOf(outer))) continue;
      order.set(keyOf(outer), order.size);
      layers.push(outer);
    }
  };
  const compare = (first: readonly string[], second: readonly string[]): number => {
    const depth = first.findIndex((name, index) => name !== second[index]);
    if (depth < 0 || depth >= second.length) return second.length - first.length;
    return (
      (order.get(keyOf(first.slice(0, depth + 1))) ?? 0) - (order.get(keyOf(second.slice(0, depth + 1))) ?? 0)
    );
  };
  return {
    declare,
    newName: () => ` ${order.size}`,
    rankOf: (layer) => {
      ranks ??= new Map(layers.toSorted(compare).map((sorted, rank) => [keyOf(sorted), rank]));
      return ranks.get(keyOf(layer)) ?? 0;
    },
  };
}
