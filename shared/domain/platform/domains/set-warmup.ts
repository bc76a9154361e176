import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { invalidRequest, notFound } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/** Lets a domain warm up, from its next send on, or ends that. One that is as wanted stays as it is. */
export async function setWarmup(domain: Domain, warmup: boolean): Promise<Domain> {
  if (domain.warmup === warmup) return domain;
  if (warmup && domain.riskClass !== 'marketing') {
    throw invalidRequest('warmup: only a marketing domain has an allowance while it warms up');
  }
  const updated = await updateItem(
    keys.domain(domain.workspaceId, domain.domain),
    { set: { warmup }, remove: warmup ? ['warmupStartedAt'] : [] },
    is('id', domain.id),
  );
  if (!updated) throw notFound('domain');
  return updated;
}
