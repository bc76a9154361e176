import fc from 'fast-check';
import { sesEvents, type ReportedEmail } from './ses-events';

/** An interaction of a reader or a scanner, `ms` after SES accepted the email. */
export type Interaction = { type: 'open'; ms: number } | { type: 'click'; ms: number; link: string };

export const openAt = (ms: number): Interaction => ({ type: 'open', ms });

export const clickAt = (ms: number, link = 'https://acme.example/one'): Interaction => ({
  type: 'click',
  ms,
  link,
});

export const isSameInteraction = (one: Interaction, other: Interaction): boolean =>
  one.type === other.type && one.ms === other.ms && linkOf(one) === linkOf(other);

export const linkOf = (interaction: Interaction): string | null =>
  interaction.type === 'click' ? interaction.link : null;

/** Returns the interactions that EV-14 and EV-15 attribute to a reader. */
export function findReaderInteractions(interactions: readonly Interaction[]): Interaction[] {
  const isBurst = (interaction: Interaction) =>
    interaction.type === 'click' &&
    interactions.some(
      (other) =>
        other.type === 'click' && other.link !== interaction.link && gapMs(interaction, other) <= 2_000,
    );
  const bursts = interactions.filter(isBurst);
  return interactions.filter(
    (interaction) =>
      !isBurst(interaction) &&
      !(interaction.type === 'open' && bursts.some((click) => gapMs(interaction, click) <= 10_000)),
  );
}

const gapMs = (one: Interaction, other: Interaction): number => Math.abs(one.ms - other.ms);

/**
 * Generates distinct interactions whose gaps are at or near the limits of the rule. Some interactions are too far apart
 * to be classified together.
 */
export function arbitraryInteractions({ maxLength = 8 } = {}): fc.Arbitrary<Interaction[]> {
  const ms = fc
    .tuple(
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom(0, 1_000, 10_000),
      fc.constantFrom(-1, 0, 1),
      fc.constantFrom(0, 0, 60_000, 600_000),
    )
    .map(([steps, offset, jitterMs, pauseMs]) => steps * 2_000 + offset + jitterMs + pauseMs);
  const link = fc.constantFrom(
    'https://acme.example/one',
    'https://acme.example/two',
    'https://acme.example/3',
  );
  const interaction = fc.oneof(
    ms.map(openAt),
    fc.tuple(ms, link).map(([offsetMs, url]) => clickAt(offsetMs, url)),
  );
  return fc.uniqueArray(interaction, { minLength: 1, maxLength, comparator: isSameInteraction });
}

/** Returns the SES event for the interaction. */
export function providerEventOf(reportedEmail: ReportedEmail, interaction: Interaction): object {
  const timestamp = timeOf(reportedEmail, interaction);
  const mail = sesEvents.send(reportedEmail);
  if (interaction.type === 'open') return { ...mail, eventType: 'Open', open: { timestamp } };
  return { ...mail, eventType: 'Click', click: { timestamp, link: interaction.link } };
}

export const timeOf = ({ acceptedAt }: Pick<ReportedEmail, 'acceptedAt'>, { ms }: Interaction): string =>
  new Date(Date.parse(acceptedAt) + ms).toISOString();
