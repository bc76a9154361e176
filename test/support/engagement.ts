import fc from 'fast-check';
import { sesEvents, type Reported } from './ses-events';

/** Something that a reader or a scanner did, so many ms after the mail was accepted. */
export type Act = { type: 'open'; ms: number } | { type: 'click'; ms: number; link: string };

export const opens = (ms: number): Act => ({ type: 'open', ms });

export const clicks = (ms: number, link = 'https://acme.example/one'): Act => ({ type: 'click', ms, link });

export const areSame = (one: Act, other: Act): boolean =>
  one.type === other.type && one.ms === other.ms && linkOf(one) === linkOf(other);

export const linkOf = (act: Act): string | null => (act.type === 'click' ? act.link : null);

/** What readers did of all this, in the words of core.md, "Automated clicks and opens". */
export function readersOf(acts: readonly Act[]): Act[] {
  const isBurst = (act: Act) =>
    act.type === 'click' &&
    acts.some((other) => other.type === 'click' && other.link !== act.link && gap(act, other) <= 2_000);
  const bursts = acts.filter(isBurst);
  return acts.filter(
    (act) => !isBurst(act) && !(act.type === 'open' && bursts.some((click) => gap(act, click) <= 10_000)),
  );
}

const gap = (one: Act, other: Act): number => Math.abs(one.ms - other.ms);

/** Different acts, as near to each other as the rule is sharp. */
export function someActs({ maxLength = 8 } = {}): fc.Arbitrary<Act[]> {
  const ms = fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 1_000, 10_000), fc.constantFrom(-1, 0, 1))
    .map(([steps, offset, near]) => steps * 2_000 + offset + near);
  const link = fc.constantFrom(
    'https://acme.example/one',
    'https://acme.example/two',
    'https://acme.example/3',
  );
  const act = fc.oneof(
    ms.map(opens),
    fc.tuple(ms, link).map(([at, to]) => clicks(at, to)),
  );
  return fc.uniqueArray(act, { minLength: 1, maxLength, comparator: areSame });
}

/** The provider's report of it. */
export function reportOf(email: Reported, act: Act): object {
  const timestamp = timeOf(email, act);
  const mail = sesEvents.send(email);
  if (act.type === 'open') return { ...mail, eventType: 'Open', open: { timestamp } };
  return { ...mail, eventType: 'Click', click: { timestamp, link: act.link } };
}

export const timeOf = ({ acceptedAt }: Pick<Reported, 'acceptedAt'>, { ms }: Act): string =>
  new Date(Date.parse(acceptedAt) + ms).toISOString();
