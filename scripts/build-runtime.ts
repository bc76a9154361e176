import { synthesize } from '../packages/local/src/template/synthesize';

void synthesize();
