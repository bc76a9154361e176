import type { Element } from 'domhandler';
import { colorOf } from './css-values';
import { parseCss } from './declarations';

/** The maximum length of a color, and of each of its channels. */
const [colorLengthMax, channelLengthMax] = [128, 8];

/**
 * Returns the color of an attribute as browsers read it (HTML, "rules for parsing a legacy color value"): the `#` is
 * optional, what is no digit counts as zero, and any length is divided into three channels, such as that of `#003366;`.
 */
export const colorAttribute =
  (name: string) =>
  ({ attribs }: Element): string | undefined => {
    const source = attribs[name]?.trim();
    if (!source || /^transparent$/i.test(source)) return undefined;
    const isNamed = /^[a-z]+$/i.test(source) && colorOf(parseCss(source)[0]) !== undefined;
    return isNamed || /^#[\da-f]{3}$/i.test(source) ? source : hexColor(source);
  };

function hexColor(source: string): string {
  const digits = source
    .slice(0, colorLengthMax)
    .replace(/^#/, '')
    .replace(/[^\da-f]/gi, '0');
  const length = Math.max(1, Math.ceil(digits.length / 3));
  const padded = digits.padEnd(3 * length, '0');
  const channels = [0, 1, 2].map((index) =>
    padded.slice(index * length, (index + 1) * length).slice(-channelLengthMax),
  );
  const zeros = Math.min(...channels.map((channel) => /^0*(?=..)/.exec(channel)?.[0].length ?? 0));
  return `#${channels.map((channel) => channel.slice(zeros, zeros + 2).padStart(2, '0')).join('')}`;
}
