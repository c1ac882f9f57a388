import { isMutationName, ProtocolError } from '../../../protocol/index.ts';
import { dependentsOf } from '../../rebase/dependents.ts';
import type { OutboxRow } from '../../storage/rows.ts';
import type { Device, Tab } from '../device.ts';
import { fileFaults } from '../file-laws.ts';
import { createIdLaw } from '../id-laws.ts';
import {
  auditFaults,
  coverageFaults,
  effectFaults,
  orderFaults,
  replicaFaults,
  routeFaults,
  scopeFaults,
  shadowFaults,
  visibilityFaults,
  windowFaults,
} from '../laws.ts';
import { addresseeFaults, createPrivacyLaw } from '../privacy-laws.ts';
import type { Run } from './run.ts';

type Written = { id: string; row: OutboxRow; isGone: boolean };

/** What the laws have to remember of a run: what was written, settled, discarded, lost. */
export type Memory = ReturnType<typeof createMemory>;

export const createMemory = (run: Run) => {
  const { server } = run.world;
  const { devices, faults } = run;
  const privacyFaults = createPrivacyLaw(run.people);
  const idLaw = createIdLaw();
  const written = new Map<Device, Map<string, Written>>(devices.map((device) => [device, new Map()]));
  const settled = new Map<Device, Set<string>>(devices.map((device) => [device, new Set()]));
  const unordered = new Set<string>();
  const takenByHand = new Set<string>();
  /** Messages that the engine has called cancelled. */
  const discarded = new Set<string>();
  const checked = new Map<Device, number>();
  /** What was settled before may be gone, and what was not comes again behind later work. */
  let isRestored = false;

  /** L8: what has left the outbox was settled, or the user's hand took it. */
  const checkOutbox = (device: Device): void => {
    const known = written.get(device) ?? new Map<string, Written>();
    const present = new Map([...device.disk.stores.outbox.values()].map((row) => [row.id, row]));
    for (const row of [...present.values()].sort((a, b) => a.seq - b.seq)) {
      if (row.state === 'parked' || row.state === 'cancelling') unordered.add(row.id);
      known.set(row.id, { id: row.id, row, isGone: false });
    }
    for (const one of known.values()) {
      if (one.isGone || present.has(one.id)) continue;
      one.isGone = true;
      const all = [...known.values()].map(({ row }) => row);
      const isByHand =
        takenByHand.has(one.id) ||
        all.some((root) => takenByHand.has(root.id) && dependentsOf(all, root).includes(one.row));
      if (one.row.name === 'sendMessage' && !isByHand) settled.get(device)?.add(one.row.args.id);
      if (server.verdicts.has(one.id) || isByHand) continue;
      faults.push(`L8 ${one.row.name} ${one.id} vanished from ${one.row.state}`);
    }
  };

  const shownFaults = (device: Device): string[] =>
    [...device.disk.stores.outbox.values()].flatMap((row) =>
      row.state === 'acked' && row.name === 'sendMessage' && !device.disk.stores.messages.has(row.args.id)
        ? [`L1 ${row.args.id} was acknowledged and is not shown`]
        : [],
    );

  const refused = (action: string) => (error: unknown) => {
    if (error instanceof ProtocolError && error.kind === 'storage_full') run.count('refusedLocally');
    else if (error instanceof Error && error.name === 'StorageLostError') run.count('refusedLocally');
    else faults.push(`${action}: ${error}`);
  };

  return {
    noteRestore(): void {
      isRestored = true;
      idLaw.noteRestore();
      checked.clear();
      // What the restored database never had leaves the screens with it, until another device's outbox brings it back.
      for (const ids of settled.values())
        for (const id of ids) if (!server.state().tables.messages.has(id)) ids.delete(id);
    },

    /** The browser takes everything: what was not sent is lost, and what was is the server's. */
    noteCleared(device: Device): void {
      checkOutbox(device);
      for (const one of written.get(device)?.values() ?? []) {
        one.isGone = true;
        // It may still be on its way. The next writer on this device cannot know of it, nor make it wait.
        if (one.row.attempts > 0) unordered.add(one.id);
      }
      settled.get(device)?.clear();
    },

    /** The user discards an item, or sends it again. */
    handOfUser(device: Device, tab: Tab): void {
      const rows = [...device.disk.stores.outbox.values()].filter((row) => isMutationName(row.name));
      const row = run.chance.pick(rows);
      if (row === undefined) return;
      if (run.chance.happens(0.5)) {
        run.count('cancel');
        takenByHand.add(row.id);
        unordered.add(row.id);
        const noted = tab.engine.cancel(row.id).then((outcome) => {
          if (outcome === 'cancelled' && row.name === 'sendMessage') discarded.add(row.args.id);
        });
        noted.catch(refused('cancel'));
        return;
      }
      run.count('retry');
      const root = rows.find((one) => one.id === row.blockedBy) ?? row;
      if (root.state === 'rejected') takenByHand.add(root.id);
      for (const one of [root, ...dependentsOf(rows, root)]) unordered.add(one.id);
      tab.engine.retry(row.id).catch(refused('retry'));
    },

    /** The laws that hold at every moment. A device whose disk has not changed since need not be asked again. */
    check(isThorough = false): void {
      for (const device of devices) {
        if (!isThorough && checked.get(device) === device.disk.changes) continue;
        checked.set(device, device.disk.changes);
        faults.push(...shadowFaults(device), ...coverageFaults(device), ...scopeFaults(device));
        faults.push(...auditFaults(device), ...privacyFaults(device), ...fileFaults(device));
        checkOutbox(device);
        faults.push(...visibilityFaults(device, server, settled.get(device) ?? []), ...shownFaults(device));
      }
      faults.push(...effectFaults(server), ...idLaw.faults(server));
      for (const id of discarded)
        if (server.state().tables.messages.has(id)) faults.push(`${id} was discarded and acted all the same`);
    },

    /** The laws that hold when faults have stopped for long enough. */
    checkAtRest(): void {
      for (const device of devices) {
        const stuck = [...device.disk.stores.outbox.values()].filter(
          (row) => row.state !== 'rejected' && row.state !== 'parked' && row.state !== 'blocked',
        );
        faults.push(...stuck.map((row) => `L9 ${row.name} ${row.id} is still ${row.state}`));
        faults.push(...replicaFaults(device, server), ...windowFaults(device, server));
        faults.push(...device.errors.map((error) => `error ${String(error)}`));
        const all = [...(written.get(device)?.values() ?? [])].map(({ row }) => row);
        faults.push(...routeFaults(device, server, all), ...addresseeFaults(device, server, all));
        if (isRestored) continue;
        const sent = all
          .filter((row) => !unordered.has(row.id))
          .flatMap((row) => (row.name === 'sendMessage' ? [{ messageId: row.args.id, lane: row.lane }] : []));
        faults.push(...orderFaults(server, sent));
      }
    },
  };
};
