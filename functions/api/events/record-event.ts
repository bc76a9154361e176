import { listActiveByTrigger } from '../../../shared/domain/marketing/automations/triggers';
import { enroll } from '../../../shared/domain/marketing/automations/enrollments/enroll';
import { refuseEnrollment } from '../../../shared/domain/marketing/automations/enrollments/guardrails';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { normalizeAddress } from '../../../shared/text/mailbox';
import { deriveIdAt, timeOfId } from '../../../shared/core/time';
import { eventRoutes } from './routes';

export const handler = endpoint(eventRoutes.recordEvent, async (ctx, { body }) => {
  const { workspaceId, credential, operation } = ctx;
  const address = normalizeAddress(body.email);
  refuseEnrollment(credential, address);
  const automations = await listActiveByTrigger(workspaceId, 'event', [body.name]);
  const outcomes = await Promise.all(
    automations.map((automation) => {
      const id = deriveIdAt(timeOfId(operation.id), `${operation.id} ${automation.id}`);
      return enroll(automation, { id, address, variables: body.variables ?? {} });
    }),
  );
  return ok({ automations_started: outcomes.filter(({ enrolled }) => enrolled).length });
});
