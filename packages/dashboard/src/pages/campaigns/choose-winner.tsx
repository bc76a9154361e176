import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { SelectField } from '../../parts/field';
import { Form } from '../../parts/form';
import { useSuccessEffects } from '../../parts/success-effects';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import type { Variant } from './ab-test';
import { updateEffects } from './update-effects';

interface ChooseWinnerProps {
  campaign: Broadcast;
  variants: readonly Variant[];
}

/** Before the time is up: by the figures of this moment, or by taste. */
export function ChooseWinner({ campaign, variants }: ChooseWinnerProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useClient();
  const showDecided = useSuccessEffects(
    updateEffects(campaign.id, ({ ab_test }) => `${ab_test?.winner ?? 'The winner'} goes to everybody else.`),
  );
  const decide = useMutation({
    mutationFn: (variant: string) => client.decideBroadcast(campaign.id, variant ? { variant } : {}),
    onSuccess: (decided) => {
      setOpen(false);
      return showDecided(decided);
    },
  });
  const pendingCount = campaign.progress?.pending ?? 0;
  return (
    <p>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        Choose the winner
      </button>
      {isOpen && (
        <Dialog title="Which one goes to everybody else?" onClose={() => setOpen(false)}>
          <Form
            submitLabel={`Send it to ${formatCount(pendingCount)} people`}
            isDangerous
            isBusy={decide.isPending}
            error={decide.error}
            onCancel={() => setOpen(false)}
            onSubmit={(formValues) => decide.mutate(formValues.text('variant'))}
          >
            <SelectField
              label="Winner"
              name="variant"
              options={[
                ['', 'The one with the better figures now'],
                ...variants.map(
                  ({ key, subject }) => [key, `${key}: ${subject ?? campaign.subject}`] as const,
                ),
              ]}
              hint="Where they are alike, the first. It cannot be called back."
            />
          </Form>
        </Dialog>
      )}
    </p>
  );
}
