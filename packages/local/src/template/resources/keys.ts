import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { KeySpec } from '../deployment';
import { resourcePath } from '../scope';
import { TemplateError } from '../template-error';
import { cfnBoolean } from './cfn-boolean';
import { Document } from './roles';

const KeyProperties = z.object({
  KeyPolicy: Document,
  KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
  KeyUsage: z.string().default('ENCRYPT_DECRYPT'),
  Enabled: cfnBoolean.default(true),
});

export function readKeys(cloud: Cloud): KeySpec[] {
  return cloud.resources('AWS::KMS::Key').map((resource) => {
    const { KeyPolicy, KeySpec, KeyUsage, Enabled } = cloud.read(resource, KeyProperties);
    if (KeySpec !== 'SYMMETRIC_DEFAULT' || KeyUsage !== 'ENCRYPT_DECRYPT' || !Enabled) {
      throw new TemplateError(
        resourcePath(resource),
        'only enabled symmetric encryption keys are supported by the local runtime',
      );
    }
    return { id: cloud.name(resource), arn: cloud.arn(resource), policy: KeyPolicy };
  });
}
