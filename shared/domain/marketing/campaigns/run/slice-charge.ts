import { isLeasedBy } from '../../../../db/lease';
import { updateWrite, type TransactionWrite } from '../../../../db/transaction';
import { now, utcDay } from '../../../../core/time';
import { chargeUsage, refundUsage, type RelatedWrite } from '../../../platform/billing/charge';
import { expectBillingReason } from '../../../platform/billing/billing-refusals';
import type { Slice } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import { refundWarmup, chargeWarmupUpTo } from '../../../platform/domains/warmup';
import type { Workspace } from '../../../../db/records/workspaces';
import { sliceKey } from './slices';

type Charges = Pick<Slice, 'charged' | 'chargedWarmup'>;

/**
 * The charges of a slice for its recipients: usage, and the daily allowance of a domain in warm-up. Each charge is
 * recorded on the slice in the same transaction, so a retry after a crash never counts a recipient twice.
 */
export class SliceCharge {
  private charges: Charges;

  constructor(private readonly slice: Slice) {
    this.charges = { charged: slice.charged, chargedWarmup: slice.chargedWarmup };
  }

  /**
   * Charges up to `requested` recipients to the domain's warm-up allowance for today, in addition to the `mailedCount`
   * recipients who were already mailed. Returns the number of recipients that the allowance covers.
   */
  async chargeWarmup(domain: Domain, mailedCount: number, requested: number): Promise<number> {
    const { chargedWarmup } = this.charges;
    const unused =
      chargedWarmup?.day === utcDay(now()) ? Math.max(0, chargedWarmup.recipients - mailedCount) : 0;
    if (requested <= unused) return requested;
    const warmupAttributes = (granted: number, day: string): Charges => ({
      chargedWarmup: { day, recipients: mailedCount + unused + granted },
    });
    const { granted, day } = await chargeWarmupUpTo(domain, requested - unused, (warmupCharge) =>
      this.toWrite(warmupAttributes(warmupCharge.granted, warmupCharge.day)),
    );
    if (day !== undefined && granted > 0) this.updateCharges(warmupAttributes(granted, day));
    return unused + granted;
  }

  /** Raises the usage charge of the slice to this number of recipients. Returns the reason if billing refuses. */
  async chargeUsageFor(workspace: Workspace, recipients: number): Promise<string | undefined> {
    const additional = recipients - (this.charges.charged?.recipients ?? 0);
    if (additional <= 0) return undefined;
    const usageAttributes = (period: string): Charges => ({ charged: { period, recipients } });
    try {
      const send = { recipients: additional, riskClass: 'marketing' } as const;
      const { period } = await chargeUsage(workspace, send, (chargedPeriod) =>
        this.relatedWrite(usageAttributes(chargedPeriod)),
      );
      this.updateCharges(usageAttributes(period));
      return undefined;
    } catch (error) {
      return expectBillingReason(error);
    }
  }

  /**
   * Refunds all charges above `mailedCount`, the number of recipients of the slice who were or may have been mailed.
   */
  async reconcile(domain: Domain | undefined, mailedCount: number): Promise<void> {
    const { charged, chargedWarmup } = this.charges;
    if (charged && charged.recipients > mailedCount) {
      const reconciled = { charged: { ...charged, recipients: mailedCount } };
      const refund = { ...charged, recipients: charged.recipients - mailedCount };
      await refundUsage(this.slice.workspaceId, refund, this.relatedWrite(reconciled));
      this.updateCharges(reconciled);
    }
    if (domain && chargedWarmup?.day === utcDay(now()) && chargedWarmup.recipients > mailedCount) {
      const reconciled = { chargedWarmup: { ...chargedWarmup, recipients: mailedCount } };
      const warmupCharge = { day: chargedWarmup.day, granted: chargedWarmup.recipients - mailedCount };
      await refundWarmup(domain, warmupCharge, this.toWrite(reconciled));
      this.updateCharges(reconciled);
    }
  }

  private updateCharges(charges: Charges): void {
    this.charges = { ...this.charges, ...charges };
  }

  private relatedWrite(set: Charges): RelatedWrite<Slice> {
    return {
      key: sliceKey(this.slice),
      changes: { set },
      condition: isLeasedBy(this.slice.leaseOwner ?? ''),
    };
  }

  private toWrite(set: Charges): TransactionWrite {
    const { key, changes, condition } = this.relatedWrite(set);
    return updateWrite(key, changes, condition);
  }
}
