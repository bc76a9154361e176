import { Model } from '../../../support/automations/model';
import { testRandomSequences } from '../../../support/automations/commands';

testRandomSequences(() => new Model(), { sequences: 100, seed: 2 });
