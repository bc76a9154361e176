import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Check, Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Once } from '../../parts/once';
import { createKey, scopes, type NewApiKey } from '../../service/keys';
import { useSession } from '../../session/session';

/** Makes a key, and shows it once. */
export function NewKey() {
  const [isOpen, setOpen] = useState(false);
  const session = useSession();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (entered: Entered) => createKey(session, wantedOf(entered)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  const close = (): void => {
    setOpen(false);
    // The key is nowhere any more but where it was copied to.
    create.reset();
  };
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        Make a key
      </button>
      {isOpen && (
        <Dialog title={create.data ? 'Your new key' : 'Make a key'} onClose={close}>
          {create.data ? (
            <Once secret={create.data.key} what="the key" onDone={close} />
          ) : (
            <Form
              action="Make the key"
              isBusy={create.isPending}
              error={create.error}
              onCancel={close}
              onSubmit={(entered) => create.mutate(entered)}
            >
              <Wanted />
            </Form>
          )}
        </Dialog>
      )}
    </>
  );
}

function Wanted() {
  return (
    <>
      <Field label="Name" name="name" required maxLength={80} placeholder="Agent of the desk" />
      <fieldset>
        <legend>It may</legend>
        <div className="checks">
          {scopes.map((scope) => (
            <Check
              key={scope}
              label={scope}
              name="scopes"
              value={scope}
              defaultChecked={usual.includes(scope)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Guardrails</legend>
        <Check label="A person approves each mail before it leaves" name="requires_approval" />
        <Field label="Recipients a day, at most" name="daily_send_limit" type="number" min={1} step={1} />
        <Field
          label="Only to these addresses or domains"
          name="allowed_recipients"
          placeholder="kim@example.com, acme.example"
          hint="Separated by commas. Empty: to everybody."
        />
      </fieldset>
    </>
  );
}

const usual: readonly string[] = ['emails:send', 'emails:read', 'threads:read'];

function wantedOf(entered: Entered): NewApiKey {
  const limit = entered.text('daily_send_limit');
  const allowed = entered.text('allowed_recipients').split(',');
  return {
    name: entered.text('name'),
    scopes: entered.all('scopes'),
    daily_send_limit: limit ? Number(limit) : null,
    allowed_recipients: allowed.map((one) => one.trim()).filter(Boolean),
    requires_approval: entered.isChecked('requires_approval'),
  };
}
