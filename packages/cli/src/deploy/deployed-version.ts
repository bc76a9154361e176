import type { Stack } from '@aws-sdk/client-cloudformation';

/** Returns the version in the outputs of the stack `Api`. Releases before this output existed have no version. */
export const deployedVersion = (apiStack: Stack | undefined): string | undefined =>
  apiStack?.Outputs?.find(({ OutputKey }) => OutputKey === 'Version')?.OutputValue;
