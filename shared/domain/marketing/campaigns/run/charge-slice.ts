import { isHeldBy } from '../../../../db/lease';
import { change, type Write } from '../../../../db/transaction';
import { now, utcDay } from '../../../../core/time';
import { chargeUsage, refundUsage, type Beside } from '../../../platform/billing/charge';
import { billingReasonOf } from '../../../platform/billing/gate';
import type { Slice } from '../../../../db/records/campaigns';
import type { Domain } from '../../../../db/records/domains';
import { giveBackWarmup, takeWarmup } from '../../../platform/domains/warmup';
import type { Workspace } from '../../../../db/records/workspaces';
import { sliceKey } from './slices';

type Charges = Pick<Slice, 'charged' | 'warmedUp'>;

/**
 * What a slice was charged for its recipients: usage, and of the day of a domain that is warming up. Either is written
 * on the slice in the transaction that counts it, so that whoever follows somebody who died counts nobody twice.
 */
export class SliceCharge {
  private charges: Charges;

  constructor(private readonly slice: Slice) {
    this.charges = { charged: slice.charged, warmedUp: slice.warmedUp };
  }

  /** Takes for so many of the domain's day, beside those of the slice who have left; returns for how many there is room. */
  async takeWarmup(domain: Domain, left: number, wanted: number): Promise<number> {
    const { warmedUp } = this.charges;
    const unused = warmedUp?.day === utcDay(now()) ? Math.max(0, warmedUp.recipients - left) : 0;
    if (wanted <= unused) return wanted;
    const asTaken = (granted: number, day: string): Charges => ({
      warmedUp: { day, recipients: left + unused + granted },
    });
    const { granted, day } = await takeWarmup(domain, wanted - unused, (part) =>
      this.write(asTaken(part.granted, part.day)),
    );
    if (day !== undefined && granted > 0) this.become(asTaken(granted, day));
    return unused + granted;
  }

  /** Counts so many as mailed, whatever was counted before; returns why billing does not allow it. */
  async takeUsage(workspace: Workspace, recipients: number): Promise<string | undefined> {
    const more = recipients - (this.charges.charged?.recipients ?? 0);
    if (more <= 0) return undefined;
    const asCharged = (period: string): Charges => ({ charged: { period, recipients } });
    try {
      const send = { recipients: more, riskClass: 'marketing' } as const;
      const { period } = await chargeUsage(workspace, send, (of) => this.beside(asCharged(of)));
      this.become(asCharged(period));
      return undefined;
    } catch (error) {
      return billingReasonOf(error);
    }
  }

  /** Gives back what was counted for others than these: so many of the slice have left, or may have. */
  async settle(domain: Domain | undefined, left: number): Promise<void> {
    const { charged, warmedUp } = this.charges;
    if (charged && charged.recipients > left) {
      const settled = { charged: { ...charged, recipients: left } };
      const refund = { ...charged, recipients: charged.recipients - left };
      await refundUsage(this.slice.workspaceId, refund, this.beside(settled));
      this.become(settled);
    }
    if (domain && warmedUp?.day === utcDay(now()) && warmedUp.recipients > left) {
      const settled = { warmedUp: { ...warmedUp, recipients: left } };
      const part = { day: warmedUp.day, granted: warmedUp.recipients - left };
      await giveBackWarmup(domain, part, this.write(settled));
      this.become(settled);
    }
  }

  private become(charges: Charges): void {
    this.charges = { ...this.charges, ...charges };
  }

  private beside(set: Charges): Beside {
    return { key: sliceKey(this.slice), changes: { set }, condition: isHeldBy(this.slice.leaseOwner ?? '') };
  }

  private write(set: Charges): Write {
    const { key, changes, condition } = this.beside(set);
    return change(key, changes, condition);
  }
}
