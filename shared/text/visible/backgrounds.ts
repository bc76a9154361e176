import type { Declared } from './properties';
import type { Backgrounds, InheritedStyle } from './inherited-style';
import { filterColor } from './filters';
import type { Color } from './css-values';

type Channels = Color['channels'];

/** More colors of gradients in gradients are taken as unknown. */
const colorsMax = 64;

export function backgroundOf(declared: Declared, behind: Backgrounds, current: Color): Backgrounds {
  return declared['background-clip'] === 'text' ? behind : ownBackground(declared, behind, current);
}

/** Returns the colors that a background shows through transparent text, which the content of the element inherits. */
export const paintsOf = (declared: Declared, parent: InheritedStyle, current: Color): Backgrounds =>
  declared['background-clip'] === 'text'
    ? ownBackground(declared, parent.backgrounds, current)
    : parent.paints;

function ownBackground(declared: Declared, behind: Backgrounds, current: Color): Backgrounds {
  const own = declared['background-color'] === 'currentcolor' ? current : declared['background-color'];
  const base = own ? paintOver([own], behind) : behind;
  const image = declared['background-image'] ?? [];
  const painted = image === 'unknown' ? undefined : image.length === 0 ? base : paintOver(image, base);
  return (declared['box-shadow'] ?? []).reduce(
    (below, shadow) => paintOver([shadow === 'currentcolor' ? current : shadow], below),
    painted,
  );
}

function paintOver(colors: readonly Color[], behind: Backgrounds): Backgrounds {
  if (colors.every(({ alpha }) => alpha === 0)) return behind;
  if (colors.every(({ alpha }) => alpha >= 1))
    return colors.map(({ channels }) => channels).slice(0, colorsMax);
  if (!behind || behind.length * colors.length > colorsMax) return undefined;
  return colors.flatMap((color) => behind.map((channels) => blend(color, channels)));
}

function blend({ channels, alpha }: Color, behind: Channels): Channels {
  const [red, green, blue] = channels.map(
    (channel, index) => channel * alpha + (behind[index] ?? 0) * (1 - alpha),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** The opacity up to which text cannot be read. */
export const faintMax = 0.1;

/** The difference of colors, in each channel, up to which text disappears in its background. */
const channelDifferenceMax = 24;

/** Whether the text disappears in its background: all its colors are transparent, or are those behind it. */
export function isUnreadableColor(style: InheritedStyle): boolean {
  const {
    color,
    fillColor = color,
    strokeColors,
    shadowColors,
    paints,
    backgrounds,
    opacity,
    filters,
  } = style;
  if (paints === undefined) return false;
  const colors = [
    ...[fillColor, ...strokeColors, ...shadowColors].map((paint) => filterColor(paint, filters)),
    ...paints.map((channels) => ({ channels, alpha: fillColor.alpha < 1 ? 1 : 0 })),
  ].filter(({ alpha }) => alpha * opacity > faintMax);
  if (colors.length === 0) return true;
  return (
    backgrounds !== undefined && colors.every((paint) => backgrounds.every((behind) => isLost(paint, behind)))
  );
}

const isLost = (paint: Color, behind: Channels): boolean =>
  blend(paint, behind).every(
    (channel, index) => Math.abs(channel - (behind[index] ?? 0)) <= channelDifferenceMax,
  );
