import { lookAtEveryPage } from '../support/every-page';

lookAtEveryPage({ axeOn: ['1440 light', '1440 dark', '390 light'] });
