import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/** Starts or ends the warm-up of a domain. A new warm-up begins with the next send. */
export async function setWarmup(domain: Domain, warmup: boolean): Promise<Domain> {
  if (domain.warmup === warmup) return domain;
  if (warmup && domain.riskClass !== 'marketing') {
    throw invalidRequest('warmup: only marketing domains can warm up');
  }
  const updated = await updateItem(
    keys.domain(domain.workspaceId, domain.domain),
    { set: { warmup }, remove: warmup ? ['warmupStartedAt'] : [] },
    is('id', domain.id),
  );
  if (!updated) throw notFound('domain');
  return updated;
}
