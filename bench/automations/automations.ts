import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import type { Table } from '../table';
import { measureBursts } from './bursts';
import { measureUnits, tableOfUnits } from './units';

/**
 * Measures the capacity units of automations, and the rate at which the service sends steps that are due in the same
 * minute.
 */
export async function measureAutomations(): Promise<Table[]> {
  const units = await withService(async (service) => tableOfUnits(await measureUnits(service)));
  const bursts = await withService(async (service) => {
    const table = await ServiceTable.open(service);
    try {
      return await measureBursts(service, table);
    } finally {
      table.close();
    }
  });
  return [units, bursts];
}

async function withService<T>(measure: (service: Service) => Promise<T>): Promise<T> {
  const service = await Service.start();
  try {
    return await measure(service);
  } finally {
    await service.stop();
  }
}
