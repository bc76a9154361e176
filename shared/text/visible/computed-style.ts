import { pixels, type Color, type Length } from './css-values';
import type { WeightedDeclaration } from './match-rules';
import type { Property, Values } from './properties';

/** The values that the cascade gives to one element. A property without a declaration is missing. */
export type Declared = Partial<Values>;

/** The style of an element that its content inherits. */
export interface InheritedStyle {
  isVisible: boolean;
  fontPx: number;
  lineHeightPx: number | undefined;
  letterSpacingPx: number;
  textIndentPx: number;
  color: Color;
  /** The color that WebKit paints text in, if it differs from `color`. */
  fillColor: Color | undefined;
  /** The product of the opacities of the element and of the elements around it. */
  opacity: number;
  /** The color behind the text. Undefined if an image, of unknown colors, is behind the text. */
  background: Color['channels'] | undefined;
}

export const rootStyle: InheritedStyle = {
  isVisible: true,
  fontPx: 16,
  lineHeightPx: undefined,
  letterSpacingPx: 0,
  textIndentPx: 0,
  color: { channels: [0, 0, 0], alpha: 1 },
  fillColor: undefined,
  opacity: 1,
  background: [255, 255, 255],
};

const inheritedProperties = new Set<Property>([
  'visibility',
  'font-size',
  'line-height',
  'letter-spacing',
  'text-indent',
  'color',
  '-webkit-text-fill-color',
]);

/**
 * Applies the cascade. Without `inherit`, `initial` and `unset`: a property that returns to what it inherits has no
 * declaration, and one that returns to its initial value has that of `initialValues`.
 */
export function cascade(declarations: readonly WeightedDeclaration[], parent: Declared): Declared {
  const winners = new Map<Property, WeightedDeclaration>();
  for (const declaration of declarations) {
    const winner = winners.get(declaration.property);
    if (!winner || declaration.weight >= winner.weight) winners.set(declaration.property, declaration);
  }
  const declared = [...winners.values()].map(({ property, value }) => [
    property,
    resolveGlobal(property, value, parent),
  ]);
  return Object.fromEntries(declared.filter(([, value]) => value !== undefined)) as Declared;
}

function resolveGlobal(property: Property, value: WeightedDeclaration['value'], parent: Declared): unknown {
  if (typeof value !== 'object' || !('keyword' in value)) return value;
  if (inheritedProperties.has(property))
    return value.keyword === 'initial' ? initialValues[property] : undefined;
  return value.keyword === 'inherit' ? parent[property] : property === 'display' ? 'inline' : undefined;
}

const initialValues: Declared = {
  visibility: 'visible',
  'font-size': { amount: 16, per: 'px' },
  'line-height': 'auto',
  'letter-spacing': 'auto',
  'text-indent': { amount: 0, per: 'px' },
  color: rootStyle.color,
  '-webkit-text-fill-color': 'currentcolor',
};

/** The width of the window, to which a percentage of an unknown width refers. */
export const windowPx = 1_000;

export function inheritStyle(declared: Declared, parent: InheritedStyle): InheritedStyle {
  const fontSize = declared['font-size'];
  const fontPx = fontSize ? pixels(fontSize, parent.fontPx, parent.fontPx) : parent.fontPx;
  const toPx = (length: Length | 'auto' | undefined, inherited: number): number =>
    length === undefined ? inherited : length === 'auto' ? 0 : pixels(length, fontPx, windowPx);
  const lineHeight = declared['line-height'];
  const color = solid(declared.color, parent.color) ?? parent.color;
  return {
    isVisible: declared.visibility === undefined ? parent.isVisible : declared.visibility === 'visible',
    fontPx,
    lineHeightPx:
      lineHeight === undefined
        ? parent.lineHeightPx
        : lineHeight === 'auto'
          ? undefined
          : pixels(lineHeight, fontPx, fontPx),
    letterSpacingPx: toPx(declared['letter-spacing'], parent.letterSpacingPx),
    textIndentPx: toPx(declared['text-indent'], parent.textIndentPx),
    color,
    fillColor:
      declared['-webkit-text-fill-color'] === 'currentcolor'
        ? undefined
        : (declared['-webkit-text-fill-color'] ?? parent.fillColor),
    opacity: parent.opacity * Math.min(1, Math.max(0, declared.opacity ?? 1)),
    background: backgroundOf(declared, parent.background, color),
  };
}

const solid = (value: Color | 'currentcolor' | undefined, current: Color): Color | undefined =>
  value === 'currentcolor' ? current : value;

function backgroundOf(
  declared: Declared,
  behind: InheritedStyle['background'],
  color: Color,
): InheritedStyle['background'] {
  if (declared['background-image']) return undefined;
  const own = solid(declared['background-color'], color);
  if (!own || own.alpha === 0) return behind;
  return own.alpha >= 1 ? own.channels : behind && blend(own, behind);
}

export function blend({ channels, alpha }: Color, behind: Color['channels']): Color['channels'] {
  const [red, green, blue] = channels.map(
    (channel, index) => channel * alpha + (behind[index] ?? 0) * (1 - alpha),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}
