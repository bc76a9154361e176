import { all, ifAbsent, is, isNot } from '../../../../db/condition';
import { busy, untilWon } from '../../../../db/race';
import { getItem, putItem } from '../../../../db/table';
import { put, writeTogether } from '../../../../db/transaction';
import { iso, minuteMs, timeOfId } from '../../../../core/time';
import type { Automation, Variables } from '../../../../db/records/automations';
import { setAlarm } from '../../../platform/scheduler/set-alarm';
import { countWrite } from './counts';
import { enrolmentKey, pastKey } from './find';
import {
  judge,
  readCandidates,
  type CannotEnrol,
  type Candidates,
  type NotEnrolled,
  type readStandings,
} from './judge';
import type { Enrolment, Turn } from '../../../../db/records/enrollments';
import { newTurn, turnKey } from './turn';

/** Whom to enrol. */
export interface Enrolling {
  /** Of the enrolment that this makes. The same again finds what was made. */
  id: string;
  /** Bare. */
  address: string;
  variables: Variables;
}

export type Enrolled =
  { enrolled: true; enrolment: Enrolment } | { enrolled: false; reason: CannotEnrol | NotEnrolled };

/**
 * Enrols somebody, or says why not. Of several at once, one enrols them. `standings`: what was read of them while the
 * automation was looked for.
 */
export function enrol(
  automation: Automation,
  enrolling: Enrolling,
  standings?: Awaited<ReturnType<typeof readStandings>>,
): Promise<Enrolled> {
  let known = standings;
  return untilWon(
    async () => {
      const candidates = await readCandidates(automation, [enrolling.address], known);
      known = undefined;
      return enrolOnce(candidates, enrolling);
    },
    () => busy('Others are enrolling the same address: repeat the request'),
  );
}

/** Undefined: somebody else enrolled them at this moment, or ended what they were in. */
async function enrolOnce(candidates: Candidates, enrolling: Enrolling): Promise<Enrolled | undefined> {
  const { id } = enrolling;
  const [person] = candidates.people;
  const last = person?.last;
  const own = last?.id === id ? last : last && (await findPast(last, id));
  if (own) return { enrolled: true, enrolment: own };
  const reason = person && judge(candidates, person);
  if (reason) return { enrolled: false, reason };
  const enrolment = newEnrolment(candidates.automation, enrolling);
  if (await write(enrolment, last)) return { enrolled: true, enrolment };
  return undefined;
}

/** An earlier attempt of the same request may have made it, and others have enrolled them since. */
const findPast = (last: Enrolment, id: string): Promise<Enrolment | undefined> =>
  getItem<Enrolment>(pastKey({ ...last, id }));

function newEnrolment(
  { workspaceId, id: automationId, delays: [firstDelay = 0] }: Automation,
  { id, address: email, variables }: Enrolling,
): Enrolment {
  // The list goes by the id, and a retry may come late.
  const at = timeOfId(id);
  return {
    id,
    workspaceId,
    automationId,
    email,
    currentStep: 0,
    status: 'active',
    nextDueAt: iso(at + firstDelay * minuteMs),
    variables,
    enrolledAt: iso(at),
    completedAt: null,
    canceledAt: null,
    cancelReason: null,
    lastError: null,
    attempts: 0,
  };
}

/** False: somebody was faster. The turn first: one that is without an enrolment goes away by itself. */
async function write(enrolment: Enrolment, last: Enrolment | undefined): Promise<boolean> {
  await putItem<Turn>({ ...turnKey(enrolment), ...newTurn(enrolment) });
  const item = { ...enrolmentKey(enrolment), ...enrolment };
  const [isWritten] = await Promise.all([
    writeTogether([
      ...(last
        ? [
            put({ ...last, ...pastKey(last) }, ifAbsent),
            put(item, all(is('id', last.id), isNot('status', 'active'))),
          ]
        : [put(item, ifAbsent)]),
      countWrite(enrolment, { to: 'active' }),
    ]),
    setAlarm(Date.parse(enrolment.nextDueAt)),
  ]);
  return isWritten;
}
