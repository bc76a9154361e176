import fc from 'fast-check';
import { linkOf, readersOf, reportOf, someActs, timeOf, type Act } from './engagement';
import type { Service } from './service';
import type { Reported } from './ses-events';
import { holdsOver, linesOf, TrackedDesk } from './tracked';

/** In which turn each act is reported, and which acts are reported again in which turn. */
interface Telling {
  turns: number[];
  repeats: [act: number, turn: number][];
}

/** What happened to an email, and the ways in which it is told: one for each of the workspaces. */
interface Story {
  acts: Act[];
  tellings: Telling[];
}

export interface World {
  stories: Story[];
  /** How long the clock moves on after each turn. */
  pausesMs: number[];
}

interface Size {
  stories: number;
  tellings: number;
  turns: number;
}

/** Stories whose reports come in all orders, with repeats, in turns that are apart by less and by more than the holds. */
export function someWorld({ stories, tellings, turns }: Size): fc.Arbitrary<World> {
  const exactly = (length: number) => ({ minLength: length, maxLength: length });
  const turn = fc.nat(turns - 1);
  const story = someActs({ maxLength: 6 }).chain((acts) => {
    const telling = fc.record({
      turns: fc.array(turn, exactly(acts.length)),
      repeats: fc.array(fc.tuple(fc.nat(acts.length - 1), turn), { maxLength: 4 }),
    });
    return fc.record({ acts: fc.constant(acts), tellings: fc.array(telling, exactly(tellings)) });
  });
  const pause = fc.constantFrom(0, 1_000, 4_900, 5_500, 9_000, 16_000, 200_000);
  return fc.record({
    stories: fc.array(story, exactly(stories)),
    pausesMs: fc.array(pause, exactly(turns)),
  });
}

/** Tells each story in each of its ways, and compares what is left with what the rule in its own words says. */
export async function expectOneEnd(service: Service, world: World): Promise<void> {
  const ways = world.stories[0]?.tellings.map((_, way) => way) ?? [];
  const desks = await Promise.all(ways.map(() => TrackedDesk.create(service)));
  const emails = await Promise.all(desks.map((desk) => sendAll(desk, world)));

  for (const [turn, pauseMs] of world.pausesMs.entries()) {
    await Promise.all(ways.map((way) => tellTurn(service, world, emails[way] ?? [], way, turn)));
    await service.settle();
    await service.advance(pauseMs);
  }
  await holdsOver(service);

  const ends = await Promise.all(desks.map((desk, way) => endOf(desk, emails[way] ?? [])));
  const told = desks.map((desk, way) => toldOf(desk, emails[way] ?? []));
  await Promise.all(desks.map((desk) => desk.stop()));
  const expected = expectedEnd(world, emails[0] ?? []);
  expect(ends).toEqual(ways.map(() => expected));
  for (const each of told.flat()) expectTold(world, each);
}

/** An email for each story. Its readers are at work around a midnight, so that their days differ. */
async function sendAll({ service, desk }: TrackedDesk, { stories }: World): Promise<Reported[]> {
  const { body } = await desk.batch(stories.map((_, at) => ({ to: `reader-${at}@example.com` })));
  const midnight = `${(await service.now()).slice(0, 10)}T00:00:00.000Z`;
  const acceptedAt = new Date(Date.parse(midnight) - 12_000).toISOString();
  await service.settle();
  return body.data.map(({ id }: { id: string }) => ({ id, workspaceId: desk.workspaceId, acceptedAt }));
}

/** What is reported in this turn comes all at once. */
async function tellTurn(
  service: Service,
  { stories }: World,
  emails: readonly Reported[],
  way: number,
  turn: number,
): Promise<void> {
  const reports = stories.flatMap(({ acts, tellings }, at) => {
    const [email, { turns, repeats } = { turns: [], repeats: [] }] = [emails[at], tellings[way]];
    const again = repeats.flatMap(([act, when]) => (when === turn ? [acts[act]] : []));
    const told = [...acts.filter((_, act) => turns[act] === turn), ...again];
    return told.flatMap((act) => (email && act ? [reportOf(email, act)] : []));
  });
  await Promise.all(reports.map((report) => service.control('POST', '/provider-events', report)));
}

async function endOf(desk: TrackedDesk, emails: readonly Reported[]) {
  const shown = [];
  // One after another: all at once they would wake a function for each.
  for (const email of emails) {
    const { opened_at, clicked_at, events } = await desk.seen(email);
    shown.push({ opened_at, clicked_at, timeline: linesOf(events).sort() });
  }
  return { emails: shown, metrics: await desk.metrics(2) };
}

function expectedEnd({ stories }: World, emails: readonly Reported[]) {
  const told = stories.flatMap(({ acts }, at) => {
    const email = emails[at];
    return email ? [{ email, ...shownActs(acts) }] : [];
  });
  const dayOf = (email: Reported, act: Act) => (timeOf(email, act) < midnightOf(email) ? 0 : 1);
  const metrics = [0, 1].map((day) => ({
    opened: told.filter(({ email, open }) => open && dayOf(email, open) === day).length,
    clicked: told.flatMap(({ email, clicks }) => clicks.filter((click) => dayOf(email, click) === day))
      .length,
  }));
  return { emails: told.map(expectedEmail), metrics };
}

const midnightOf = ({ acceptedAt }: Reported): string =>
  `${new Date(Date.parse(acceptedAt) + 12_000).toISOString().slice(0, 10)}T00:00:00.000Z`;

interface ShownActs {
  open: Act | undefined;
  /** Oldest first. */
  clicks: Act[];
}

function shownActs(acts: readonly Act[]): ShownActs {
  const readers = readersOf(acts).sort((a, b) => a.ms - b.ms);
  return {
    open: readers.find(({ type }) => type === 'open'),
    clicks: readers.filter(({ type }) => type === 'click'),
  };
}

function expectedEmail({ email, open, clicks }: ShownActs & { email: Reported }) {
  const timeIn = (act: Act | undefined) => (act ? timeOf(email, act) : null);
  const lines = [...(open ? [open] : []), ...clicks].map((act) =>
    [act.type, timeOf(email, act), linkOf(act)].filter(Boolean).join(' '),
  );
  return {
    opened_at: timeIn(open),
    clicked_at: timeIn(clicks.at(0)),
    timeline: lines.sort(),
  };
}

interface Told {
  story: number;
  email: Reported;
  /** Of each delivery, however often it was attempted. */
  payloads: Record<string, unknown>[];
}

function toldOf(desk: TrackedDesk, emails: readonly Reported[]): Told[] {
  const all = [...desk.told().values()];
  return emails.map((email, story) => ({
    story,
    email,
    payloads: all.filter(({ message_id }) => message_id === email.id),
  }));
}

/** One open at most, and one where a reader opened; no click twice, and every click of a reader. */
function expectTold({ stories }: World, { story, email, payloads }: Told): void {
  const acts = stories[story]?.acts ?? [];
  const { open, clicks } = shownActs(acts);
  const toldClicks = payloads
    .filter(({ type }) => type === 'click')
    .map(({ occurred_at, link }) => `${occurred_at} ${link}`);
  const clicksOf = (some: readonly Act[]) => some.map((act) => `${timeOf(email, act)} ${linkOf(act)}`);
  const toldOpens = payloads.length - toldClicks.length;
  expect(toldOpens).toBeGreaterThanOrEqual(open ? 1 : 0);
  expect(toldOpens).toBeLessThanOrEqual(acts.some(({ type }) => type === 'open') ? 1 : 0);
  expect(new Set(toldClicks).size).toBe(toldClicks.length);
  expect(toldClicks).toEqual(expect.arrayContaining(clicksOf(clicks)));
}
