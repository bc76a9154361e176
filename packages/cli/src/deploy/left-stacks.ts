import { undeployedParts, type StackPart } from '../../../../lib/parts/stack-names';
import { awsCommand } from '../doctor/aws-command';
import type { DoctorContext } from '../doctor/context';
import { contextOf, fetchStacks } from '../doctor/stacks';

/** The consequences of deleting a stack. */
const deletionEffects: Partial<Record<StackPart, string>> = {
  Tracking: 'tracked links in sent emails then fail',
  Edge: 'its address then fails',
};

/**
 * Returns a line for each deployed stack that the settings no longer include, with the command that deletes the stack.
 * The CDK does not delete these stacks. A stack can refer to those before it, so the last one is deleted first.
 */
export async function describeLeftStacks(ctx: DoctorContext): Promise<string[]> {
  const stacks = await fetchStacks(ctx, undeployedParts(ctx.settings()));
  return stacks
    .filter(({ stack }) => stack)
    .reverse()
    .map(({ part, name }) => {
      const command = awsCommand(contextOf(ctx, part), `cloudformation delete-stack --stack-name ${name}`);
      const effect = deletionEffects[part];
      return `${name}. To delete it after the deployment${effect ? ` (${effect})` : ''}: ${command}`;
    });
}
