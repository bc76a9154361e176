import type { RequestContext } from '../../../core/request-context';
import { ApiError } from '../../../core/errors';
import { createTemplate } from './create';
import { expectTemplate } from './find';
import { refuseGuardedChange } from './guardrails';
import type { Template } from '../../../db/records/templates';

/**
 * Copies a template to a new slug. Throws 404 if the template does not exist, then 403 for the guardrails of the key,
 * then 422 for invalid input, then 409 if the slug is taken.
 */
export async function duplicateTemplate(
  ctx: RequestContext,
  sourceSlug: string,
  readInput: () => { slug: string; name?: string | undefined },
): Promise<Template> {
  const source = await expectTemplate(ctx.workspaceId, sourceSlug);
  refuseGuardedChange(ctx);
  const { slug, name = source.name } = readInput();
  const duplicate = await createTemplate(ctx, { ...source, slug, name });
  if (!duplicate)
    throw new ApiError('conflict', `A template with the slug ${slug} already exists. Choose another slug`);
  return duplicate;
}
