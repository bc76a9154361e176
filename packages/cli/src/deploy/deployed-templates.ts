import type { Template } from '../../../../lib/parts/template';
import type { Templates } from '../../../../lib/rules/template';
import { callWithTimeout } from '../doctor/call-with-timeout';
import type { DoctorContext } from '../doctor/context';
import { createClient } from '../doctor/stacks';

/** A stack in one of these states has no resources. The CDK deletes the stack and creates it again. */
const emptyStates = ['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE'];

/** Reads the templates of the stacks that are deployed. */
export async function fetchDeployedTemplates(ctx: DoctorContext): Promise<Templates> {
  const { GetTemplateCommand } = await import('@aws-sdk/client-cloudformation');
  const deployed = (await ctx.stacks()).filter(
    ({ stack }) => stack && !emptyStates.includes(stack.StackStatus ?? ''),
  );
  const entries = deployed.map(async ({ part, name }) => {
    const client = await createClient(ctx, part);
    const { TemplateBody = '' } = await callWithTimeout('cloudformation:GetTemplate', (abortSignal) =>
      client.send(new GetTemplateCommand({ StackName: name }), { abortSignal }),
    );
    // The CDK wrote the template, so the body is a template in JSON.
    return [part, JSON.parse(TemplateBody) as Template] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
