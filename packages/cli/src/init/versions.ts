import { devDependencies } from '../../../../package.json';
import { peerDependencies } from '../../../cdk/package.json';
import { serviceVersion } from '../../../../shared/core/version';

/** The versions of this release's own app, which its tests use. */
export const versions = {
  '@carrier-nest/cdk': serviceVersion,
  '@types/node': devDependencies['@types/node'],
  'aws-cdk': devDependencies['aws-cdk'],
  'aws-cdk-lib': devDependencies['aws-cdk-lib'],
  constructs: devDependencies.constructs,
  tsx: devDependencies.tsx,
  typescript: devDependencies.typescript,
};

/** The lowest version of aws-cdk-lib with which the construct works, such as `2.254.0`. */
export const cdkVersionMin = peerDependencies['aws-cdk-lib'].replace('^', '');
