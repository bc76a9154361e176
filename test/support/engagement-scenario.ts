import fc from 'fast-check';
import {
  linkOf,
  findReaderInteractions,
  providerEventOf,
  arbitraryInteractions,
  timeOf,
  type Interaction,
} from './engagement';
import type { Service } from './service';
import type { ReportedEmail } from './ses-events';
import { advancePastHolds, timelineLines, TrackedWorkspace } from './tracked-workspace';

/** The round in which each interaction is first reported, and the rounds of repeated reports. */
interface ReportOrder {
  rounds: number[];
  repeats: [interaction: number, round: number][];
}

/** The interactions with an email, and the report order for each workspace. */
interface EmailScenario {
  interactions: Interaction[];
  reportOrders: ReportOrder[];
}

export interface EngagementScenario {
  emailScenarios: EmailScenario[];
  /** How far the clock moves after each round. */
  pausesMs: number[];
}

interface ScenarioSize {
  emailCount: number;
  orderCount: number;
  roundCount: number;
}

/**
 * Generates scenarios whose events are reported in any order, with repeats, in rounds that are closer together or
 * further apart than the hold times.
 */
export function arbitraryScenario({
  emailCount,
  orderCount,
  roundCount,
}: ScenarioSize): fc.Arbitrary<EngagementScenario> {
  const exactLength = (length: number) => ({ minLength: length, maxLength: length });
  const round = fc.nat(roundCount - 1);
  const emailScenario = arbitraryInteractions({ maxLength: 6 }).chain((interactions) => {
    const reportOrder = fc.record({
      rounds: fc.array(round, exactLength(interactions.length)),
      repeats: fc.array(fc.tuple(fc.nat(interactions.length - 1), round), { maxLength: 4 }),
    });
    return fc.record({
      interactions: fc.constant(interactions),
      reportOrders: fc.array(reportOrder, exactLength(orderCount)),
    });
  });
  const pauseMs = fc.constantFrom(0, 1_000, 4_900, 5_500, 9_000, 16_000, 200_000);
  return fc.record({
    emailScenarios: fc.array(emailScenario, exactLength(emailCount)),
    pausesMs: fc.array(pauseMs, exactLength(roundCount)),
  });
}

/** Reports each scenario in each of its orders, and expects the results that EV-14 and EV-15 require. */
export async function expectSameResultInEveryOrder(
  service: Service,
  scenario: EngagementScenario,
): Promise<void> {
  const orderIndexes = scenario.emailScenarios[0]?.reportOrders.map((_, orderIndex) => orderIndex) ?? [];
  const trackedWorkspaces = await Promise.all(orderIndexes.map(() => TrackedWorkspace.create(service)));
  const emails = await Promise.all(trackedWorkspaces.map((tracked) => sendEmails(tracked, scenario)));

  for (const [round, pauseMs] of scenario.pausesMs.entries()) {
    await Promise.all(
      orderIndexes.map((orderIndex) =>
        reportRound(service, scenario, emails[orderIndex] ?? [], orderIndex, round),
      ),
    );
    await service.settle();
    await service.advance(pauseMs);
  }
  await advancePastHolds(service);

  const results = await Promise.all(
    trackedWorkspaces.map((tracked, orderIndex) => readResult(tracked, emails[orderIndex] ?? [])),
  );
  const publishedEvents = trackedWorkspaces.map((tracked, orderIndex) =>
    publishedEventsOf(tracked, emails[orderIndex] ?? []),
  );
  await Promise.all(trackedWorkspaces.map((tracked) => tracked.stop()));
  const expected = expectedResult(scenario, emails[0] ?? []);
  expect(results).toEqual(orderIndexes.map(() => expected));
  for (const published of publishedEvents.flat()) expectPublishedEvents(scenario, published);
}

/** Sends an email for each scenario. The interactions occur around midnight and may fall on two days. */
async function sendEmails(
  { service, workspace }: TrackedWorkspace,
  { emailScenarios }: EngagementScenario,
): Promise<ReportedEmail[]> {
  const { body } = await workspace.sendBatch(
    emailScenarios.map((_, index) => ({ to: `reader-${index}@example.com` })),
  );
  const midnight = `${(await service.now()).slice(0, 10)}T00:00:00.000Z`;
  const acceptedAt = new Date(Date.parse(midnight) - 12_000).toISOString();
  await service.settle();
  return body.data.map(({ id }: { id: string }) => ({ id, workspaceId: workspace.workspaceId, acceptedAt }));
}

/** Reports all events of this round concurrently. */
async function reportRound(
  service: Service,
  { emailScenarios }: EngagementScenario,
  emails: readonly ReportedEmail[],
  orderIndex: number,
  round: number,
): Promise<void> {
  const reports = emailScenarios.flatMap(({ interactions, reportOrders }, index) => {
    const [email, { rounds, repeats } = { rounds: [], repeats: [] }] = [
      emails[index],
      reportOrders[orderIndex],
    ];
    const repeated = repeats.flatMap(([interaction, repeatRound]) =>
      repeatRound === round ? [interactions[interaction]] : [],
    );
    const reported = [...interactions.filter((_, interaction) => rounds[interaction] === round), ...repeated];
    return reported.flatMap((interaction) =>
      email && interaction ? [providerEventOf(email, interaction)] : [],
    );
  });
  await Promise.all(reports.map((report) => service.control('POST', '/provider-events', report)));
}

async function readResult(tracked: TrackedWorkspace, emails: readonly ReportedEmail[]) {
  const emailResults = [];
  // The emails are read sequentially. Concurrent reads would start a function instance for each email.
  for (const email of emails) {
    const { opened_at, clicked_at, events } = await tracked.readEngagement(email);
    emailResults.push({ opened_at, clicked_at, timeline: timelineLines(events).sort() });
  }
  return { emails: emailResults, metrics: await tracked.metrics(2) };
}

function expectedResult({ emailScenarios }: EngagementScenario, emails: readonly ReportedEmail[]) {
  const visibleEmails = emailScenarios.flatMap(({ interactions }, index) => {
    const email = emails[index];
    return email ? [{ email, ...findVisibleInteractions(interactions) }] : [];
  });
  const dayOf = (email: ReportedEmail, interaction: Interaction) =>
    timeOf(email, interaction) < midnightOf(email) ? 0 : 1;
  const metrics = [0, 1].map((day) => ({
    opened: visibleEmails.filter(({ email, open }) => open && dayOf(email, open) === day).length,
    clicked: visibleEmails.flatMap(({ email, clicks }) =>
      clicks.filter((click) => dayOf(email, click) === day),
    ).length,
  }));
  return { emails: visibleEmails.map(expectedEmail), metrics };
}

const midnightOf = ({ acceptedAt }: ReportedEmail): string =>
  `${new Date(Date.parse(acceptedAt) + 12_000).toISOString().slice(0, 10)}T00:00:00.000Z`;

interface VisibleInteractions {
  open: Interaction | undefined;
  /** Oldest first. */
  clicks: Interaction[];
}

function findVisibleInteractions(interactions: readonly Interaction[]): VisibleInteractions {
  const readers = findReaderInteractions(interactions).sort((a, b) => a.ms - b.ms);
  return {
    open: readers.find(({ type }) => type === 'open'),
    clicks: readers.filter(({ type }) => type === 'click'),
  };
}

function expectedEmail({ email, open, clicks }: VisibleInteractions & { email: ReportedEmail }) {
  const timeIn = (interaction: Interaction | undefined) => (interaction ? timeOf(email, interaction) : null);
  const lines = [...(open ? [open] : []), ...clicks].map((interaction) =>
    [interaction.type, timeOf(email, interaction), linkOf(interaction)].filter(Boolean).join(' '),
  );
  return {
    opened_at: timeIn(open),
    clicked_at: timeIn(clicks.at(0)),
    timeline: lines.sort(),
  };
}

interface PublishedEvents {
  scenarioIndex: number;
  email: ReportedEmail;
  /** One payload per delivery, regardless of its number of attempts. */
  payloads: Record<string, unknown>[];
}

function publishedEventsOf(tracked: TrackedWorkspace, emails: readonly ReportedEmail[]): PublishedEvents[] {
  const allEvents = [...tracked.publishedEvents().values()];
  return emails.map((email, scenarioIndex) => ({
    scenarioIndex,
    email,
    payloads: allEvents.filter(({ message_id }) => message_id === email.id),
  }));
}

/**
 * Expects at most one open event, an open event if a reader opened the email, every click of a reader, and no
 * duplicate click.
 */
function expectPublishedEvents(
  { emailScenarios }: EngagementScenario,
  { scenarioIndex, email, payloads }: PublishedEvents,
): void {
  const interactions = emailScenarios[scenarioIndex]?.interactions ?? [];
  const { open, clicks } = findVisibleInteractions(interactions);
  const publishedClicks = payloads
    .filter(({ type }) => type === 'click')
    .map(({ occurred_at, link }) => `${String(occurred_at)} ${String(link)}`);
  const clicksOf = (clickInteractions: readonly Interaction[]) =>
    clickInteractions.map((interaction) => `${timeOf(email, interaction)} ${linkOf(interaction)}`);
  const publishedOpens = payloads.length - publishedClicks.length;
  expect(publishedOpens).toBeGreaterThanOrEqual(open ? 1 : 0);
  expect(publishedOpens).toBeLessThanOrEqual(interactions.some(({ type }) => type === 'open') ? 1 : 0);
  expect(new Set(publishedClicks).size).toBe(publishedClicks.length);
  expect(publishedClicks).toEqual(expect.arrayContaining(clicksOf(clicks)));
}
