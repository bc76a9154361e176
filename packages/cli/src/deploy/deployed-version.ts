import type { DoctorContext } from '../doctor/context';

/** Returns the version in the outputs of the stack `Api`. Releases before this output existed have no version. */
export async function fetchDeployedVersion(ctx: DoctorContext): Promise<string | undefined> {
  const api = (await ctx.stacks()).find(({ part }) => part === 'Api');
  return api?.stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'Version')?.OutputValue;
}
