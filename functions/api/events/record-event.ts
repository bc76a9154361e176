import { activeWith } from '../../../shared/domain/marketing/automations/triggers';
import { enrol } from '../../../shared/domain/marketing/automations/enrollments/enrol';
import { refuseEnrolling } from '../../../shared/domain/marketing/automations/enrollments/guardrails';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { bareAddress } from '../../../shared/text/mailbox';
import { idAt, timeOfId } from '../../../shared/core/time';
import { eventRoutes } from './routes';

export const handler = endpoint(eventRoutes.recordEvent, async (ctx, { body }) => {
  const { workspaceId, credential, operation } = ctx;
  const address = bareAddress(body.email);
  refuseEnrolling(credential, address);
  const automations = await activeWith(workspaceId, 'event', [body.name]);
  const outcomes = await Promise.all(
    automations.map((automation) => {
      const id = idAt(timeOfId(operation.id), `${operation.id} ${automation.id}`);
      return enrol(automation, { id, address, variables: body.variables ?? {} });
    }),
  );
  return ok({ automations_started: outcomes.filter(({ enrolled }) => enrolled).length });
});
