import { unspacedCharacter } from '../words';
import { markRange } from './part-marks';

/** Ends a URL at the first character that a URL cannot contain, and at the text that follows it in Chinese. */
const urlEnd = String.raw`(?:[\w.~:/?#[\]@!$&'()*+,;=%|-]|(?!${unspacedCharacter})[\p{L}\p{M}\p{N}])*`;

/** Targets of links and addresses, which clients write into one part only. Hostile text has long words. */
const targets = [
  new RegExp(`<https?://[^<>${markRange}]{1,2000}>`, 'gi'),
  new RegExp(`https?://${urlEnd}|\\bwww\\.${urlEnd}`, 'giu'),
  new RegExp(`<?\\b(?:mailto|tel|sms|callto|sip|skype):[^\\s<>()[\\]${markRange}]{1,998}>?`, 'gi'),
  new RegExp(`[^\\s@<>()[\\],;:"${markRange}]{1,64}@[^\\s@<>()[\\],;:"${markRange}]{1,255}`, 'g'),
];

/** Names of images and attachments. */
const files = [
  /\[(?:cid|image|inline image|bild|img)\s?:[^\]\n]{0,200}\]/gi,
  /(?<![\w-])[\w-]{1,80}\.(?:png|jpe?g|gif|bmp)\b/gi,
  /<[\w .()-]{1,80}\.[a-z]{3,4}>/gi,
];

/** Lines that clients and newsletters write into one part only. */
const clientLines = [
  'original message|ursprüngliche nachricht|message d.origine',
  'view (?:this |the )?(?:e-?mail |message |newsletter )?(?:online|in (?:your|a|the) browser)',
  'having trouble viewing(?: this e-?mail)?',
].map((line) => new RegExp(`(?:${line})(?![\\p{L}\\p{N}])`.replaceAll(' ', `[\\s${markRange}]+`), 'giu'));

/** Outlook shows this letter in a font in which it is a smiley. */
const smiley = /(?<=^|\s)J(?=\s|$)/gm;

const host = /https?:\/\/(?:www\.)?([\p{L}\p{N}.-]{1,253})/giu;

/** Returns the hosts of the URLs in the text. */
export const hostsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(host)].map(([, name = '']) => name.toLowerCase()));

const bareUrl = new RegExp(
  String.raw`(?<![\p{L}\p{N}@.-])((?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}[\p{L}\p{N}-]{1,62})(?![\p{L}\p{N}@-])(?:[/?#]${urlEnd})?`,
  'giu',
);

/**
 * Removes what clients write into one part only. Writes `target` in place of URLs and addresses, also of those with one
 * of the hosts and without a scheme.
 */
export function withoutClientText(text: string, hosts: ReadonlySet<string>, target: string): string {
  const removeAll = (patterns: readonly RegExp[], replacement: string, from: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, replacement), from);
  const written = removeAll([...clientLines, ...files, smiley], ' ', text.normalize('NFKC'));
  return removeAll(targets, target, written).replace(bareUrl, (url: string, name: string) =>
    hosts.has(name.toLowerCase()) ? target : url,
  );
}
