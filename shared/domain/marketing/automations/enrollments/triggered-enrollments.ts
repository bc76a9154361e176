import type { RequestContext } from '../../../../core/request-context';
import { attributeNotExists, all, ifPresent, is } from '../../../../db/condition';
import { keys, type Key } from '../../../../db/keys';
import { getItems, updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { deriveIdAt, minuteMs, now, timeOfId } from '../../../../core/time';
import { mayEnroll } from './guardrails';
import { findAutomationsById } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { listActiveByTrigger } from '../triggers';
import type { Contact, MatchTriggers, TriggerAttributes } from '../../../../db/records/contacts';
import { dueAttributes, dueAttributeNames } from '../../../platform/scheduler/due-attributes';
import { enqueueAutomationStarts } from '../../../platform/background-jobs/enqueue-jobs';
import { enroll } from './enroll';
import { findIneligibility, readCandidates } from './eligibility';

/*
 * Joining an audience or gaining a tag enrolls a contact in automations. The write that adds the contact or tag also
 * records pending triggers on the contact and makes the contact due. The triggers are removed after the enrollment, so
 * a crash in between loses no enrollment. A pending trigger contains the enrollment's id, so a retry finds an
 * enrollment that already exists.
 */

/**
 * If a worker crashes, the scheduler enrolls the contacts after this time. A large import may stay queued for this
 * long.
 */
const recoveryDelayMs = 10 * minuteMs;

/** Loads the active automations that are triggered by joining this audience or gaining one of these tags. */
export async function loadTriggerMatcher(
  { workspaceId, credential, operation }: RequestContext,
  { audienceId, tags }: { audienceId?: string; tags: readonly string[] },
): Promise<MatchTriggers> {
  const [byAudience, byTag] = await Promise.all([
    audienceId === undefined ? [] : listActiveByTrigger(workspaceId, 'contact_added', [audienceId]),
    tags.length === 0 ? [] : listActiveByTrigger(workspaceId, 'tag_added', tags),
  ]);
  return ({ id, email }, gains) => {
    if (!mayEnroll(credential, email)) return noTriggers;
    const matchingTag = byTag.filter(({ trigger: { tag } }) => tag !== null && gains.tags.includes(tag));
    const triggered = [...(gains.joinsAudience ? byAudience : []), ...matchingTag];
    if (triggered.length === 0) return noTriggers;
    const pendingTriggers = new Set(
      triggered.map((automation) => toPendingTrigger(automation, operation.id, email)),
    );
    return { pendingTriggers, ...dueAttributes(id, 'startAutomations', now() + recoveryDelayMs) };
  };
}

/** Matches no triggers, for an import that triggers no automations. */
export const matchNoTriggers: MatchTriggers = () => noTriggers;

const noTriggers: TriggerAttributes = { pendingTriggers: new Set() };

const toPendingTrigger = ({ id }: Automation, operationId: string, address: string): string =>
  `${id}#${deriveIdAt(timeOfId(operationId), `${operationId} ${id} ${address}`)}`;

const parsePendingTrigger = (pendingTrigger: string) => {
  const [automationId = '', id = ''] = pendingTrigger.split('#');
  return { automationId, id };
};

/** The contacts that have pending triggers. */
export const filterTriggered = (contacts: readonly Contact[]): ContactWithTriggers[] =>
  contacts.flatMap(({ pendingTriggers, ...contact }) =>
    pendingTriggers && pendingTriggers.size > 0 ? [{ ...contact, pendingTriggers }] : [],
  );

type ContactWithTriggers = Pick<Contact, 'workspaceId' | 'id' | 'email'> & {
  pendingTriggers: ReadonlySet<string>;
};

/** The maximum number of contacts that are enrolled during the request. */
const inlineContactsMax = 100;

const rateLimit = { concurrencyMax: 6, perSecondMax: Infinity };

/** Enrolls contacts by their pending triggers, many of them in the background. Returns the number of enrollments. */
export async function enrollTriggered(contacts: readonly ContactWithTriggers[]): Promise<number> {
  if (contacts.length > inlineContactsMax) return enrollInBackground(contacts);
  let enrolledCount = 0;
  await forEachRateLimited(contacts, rateLimit, async (contact) => {
    const contactEnrollments = await enrollContact(contact).catch((error: unknown) => {
      logger.warn('automation start delayed', { contactId: contact.id, error });
      return 0;
    });
    enrolledCount += contactEnrollments;
  });
  return enrolledCount;
}

/**
 * Enrolls contacts by their pending triggers. Idempotent. If the enrollment of one contact fails, the other contacts
 * are still enrolled.
 */
export async function startAutomations(workspaceId: string, contactIds: readonly string[]): Promise<void> {
  const contacts = await getItems(contactIds.map((id) => keys.contact(workspaceId, id)));
  const failures: unknown[] = [];
  await forEachRateLimited(contacts, rateLimit, async ({ pendingTriggers, ...contact }) => {
    const work = pendingTriggers
      ? enrollContact({ ...contact, pendingTriggers })
      : clearDueIfNoTriggers(keys.contact(workspaceId, contact.id));
    await work.catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw new AggregateError(failures, 'automations not started');
}

async function enrollContact({
  workspaceId,
  id: contactId,
  email,
  pendingTriggers,
}: ContactWithTriggers): Promise<number> {
  const triggers = [...pendingTriggers].map(parsePendingTrigger);
  const automations = await findAutomationsById(
    workspaceId,
    triggers.map(({ automationId }) => automationId),
  );
  let enrolledCount = 0;
  for (const { automationId, id } of triggers) {
    const automation = automations.get(automationId);
    const enrollmentResult = automation && (await enroll(automation, { id, address: email, variables: {} }));
    if (enrollmentResult?.enrolled) enrolledCount += 1;
  }
  await clearPendingTriggers(workspaceId, contactId, pendingTriggers);
  return enrolledCount;
}

/** Removes the pending triggers. If the contact has gained other triggers in the meantime, the contact stays due. */
async function clearPendingTriggers(
  workspaceId: string,
  contactId: string,
  pendingTriggers: ReadonlySet<string>,
): Promise<void> {
  const key = keys.contact(workspaceId, contactId);
  const takeOut = { pendingTriggers };
  const isDone = await updateItem(
    key,
    { deleteFromSet: takeOut, remove: dueAttributeNames },
    all(ifPresent, is('pendingTriggers', pendingTriggers)),
  );
  if (isDone) return;
  await updateItem(key, { deleteFromSet: takeOut }, ifPresent);
  await clearDueIfNoTriggers(key);
}

/** Makes the contact no longer due if another worker has removed its last pending trigger. */
async function clearDueIfNoTriggers(key: Key<Contact>): Promise<void> {
  await updateItem(
    key,
    { remove: dueAttributeNames },
    all(ifPresent, attributeNotExists('pendingTriggers'), is('dueJob', 'startAutomations')),
  );
}

/** Queues the enrollments. Returns the number of contacts that are eligible now. */
async function enrollInBackground(contacts: readonly ContactWithTriggers[]): Promise<number> {
  const workspaceId = contacts[0]?.workspaceId ?? '';
  const addressesByAutomation = new Map<string, string[]>();
  for (const { email, pendingTriggers } of contacts)
    for (const { automationId } of [...pendingTriggers].map(parsePendingTrigger))
      addressesByAutomation.set(automationId, [...(addressesByAutomation.get(automationId) ?? []), email]);
  let enrolledCount = 0;
  for (const automation of (await findAutomationsById(workspaceId, addressesByAutomation.keys())).values()) {
    const candidates = await readCandidates(automation, addressesByAutomation.get(automation.id) ?? []);
    enrolledCount += candidates.candidates.filter(
      (candidate) => findIneligibility(candidates, candidate) === undefined,
    ).length;
  }
  const ids = contacts.map(({ id }) => id);
  await enqueueAutomationStarts(workspaceId, ids).catch((error: unknown) => {
    logger.warn('automation start delayed', { contacts: contacts.length, error });
  });
  return enrolledCount;
}
