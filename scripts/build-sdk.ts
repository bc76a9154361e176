import { buildSdk } from './sdk/build';

buildSdk();
