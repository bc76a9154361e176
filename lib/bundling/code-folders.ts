import { join } from 'node:path';

/** The folder of all code that the stacks deploy. Concurrent syntheses need separate folders. */
export const codeDir = process.env.CARRIER_NEST_BUILD ?? '.build';

export const functionsDir = join(codeDir, 'functions');

export const bundleDir = (name: string): string => join(functionsDir, name);

export const ingressDir = join(codeDir, 'ingress');

/** The program of the CloudFront function. */
export const originFunctionFile = join(codeDir, 'choose-origin.js');

/** Whether the code runs only in the local runtime, so that the build favors speed over size. */
export const isLocalBuild = process.env.CARRIER_NEST_LOCAL_BUILD !== undefined;
