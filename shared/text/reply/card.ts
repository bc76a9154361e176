import { type Line } from './lines';

/** A name, a title, an address, a number: short, and no sentence. */
export function isCardLine({ plain, quoted, isCode }: Line): boolean {
  if (quoted > 0 || isCode || plain.length > 90 || /[?？]$/.test(plain)) return false;
  if (/^(?:p\.?\s?s\.?|n\.?b\.?|btw)\b[ .:]/.test(plain) || /^(?:[*•]|\d{1,2}[.)]) /.test(plain))
    return false;
  const words = plain.split(' ').length;
  return (
    isContact(plain) || words <= 6 || (words <= 10 && !/[.!。！:]$/.test(plain) && /[|,·•@/&-]/.test(plain))
  );
}

export const isContact = (plain: string): boolean =>
  /\S@\S|https?:\/\/|www\.|(?:^|[^\p{Nd}])\+?\p{Nd}[\p{Nd} ()./-]{6,20}(?:$|[^\p{Nd}])/u.test(plain);
