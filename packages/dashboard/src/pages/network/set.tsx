import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Choice, Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { control } from '../../service/control';

function useSetting(list: 'dns' | 'hosts', set: (entered: Entered) => Promise<object>) {
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: set,
    onSuccess: async () => {
      say('It is set.');
      await queries.invalidateQueries({ queryKey: [list] });
    },
  });
}

export function SetHost() {
  const setting = useSetting('hosts', (entered) => control.putHost(entered.text('name'), entered.text('to')));
  return (
    <Form
      action="Set the host"
      isBusy={setting.isPending}
      error={setting.error}
      onSubmit={(entered) => setting.mutate(entered)}
    >
      <div className="pair">
        <Field label="Host" name="name" required placeholder="hooks.acme.example" />
        <Field label="Leads to" name="to" required placeholder="127.0.0.1:9999" />
      </div>
    </Form>
  );
}

const kinds = [
  ['A', 'A'],
  ['AAAA', 'AAAA'],
  ['MX', 'MX'],
  ['TXT', 'TXT'],
  ['CNAME', 'CNAME'],
  ['NXDOMAIN', 'There is no such name'],
  ['SERVFAIL', 'The server fails'],
  ['TIMEOUT', 'Nobody answers'],
] as const;

const failures: readonly string[] = ['NXDOMAIN', 'SERVFAIL', 'TIMEOUT'];

export function SetName() {
  const setting = useSetting('dns', (entered) => control.putDns(entered.text('name'), settingsOf(entered)));
  return (
    <Form
      action="Set the name"
      isBusy={setting.isPending}
      error={setting.error}
      onSubmit={(entered) => setting.mutate(entered)}
    >
      <div className="pair">
        <Field label="Name" name="name" required placeholder="shop.example" />
        <Choice label="Type" name="type" options={kinds} />
        <Field
          label="Value"
          name="value"
          placeholder="203.0.113.7"
          hint="Replaces what the name says. Of an MX: the priority, then the host"
        />
      </div>
    </Form>
  );
}

function settingsOf(entered: Entered): object {
  const [type, value] = [entered.text('type'), entered.text('value')];
  if (failures.includes(type)) return { error: type };
  if (type !== 'MX') return { [type]: value ? [value] : [] };
  const [, priority = '10', exchange = value] = /^(\d+)\s+(\S+)$/.exec(value) ?? [];
  return { MX: value ? [{ exchange, priority: Number(priority) }] : [] };
}
