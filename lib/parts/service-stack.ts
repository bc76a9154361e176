import { Stack, type DefaultStackSynthesizerProps, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { featureFlags } from './feature-flags';
import { ReferenceAwareSynthesizer } from './reference-aware-synthesizer';

export interface ServiceStackProps extends Pick<StackProps, 'env' | 'terminationProtection'> {
  bootstrap?: DefaultStackSynthesizerProps | undefined;
}

/**
 * A stack whose template depends neither on the feature flags nor on the synthesizer of the surrounding app, which
 * apply only to the user's own stacks. The ID is also the name of the stack, even in a Stage, because the programs of
 * the operator find the stacks by name.
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { bootstrap, ...props }: ServiceStackProps) {
    super(scope, id, {
      ...props,
      stackName: id,
      synthesizer: new ReferenceAwareSynthesizer(bootstrap),
      analyticsReporting: false,
    });
    for (const [flag, value] of Object.entries(featureFlags)) this.node.setContext(flag, value);
  }
}
