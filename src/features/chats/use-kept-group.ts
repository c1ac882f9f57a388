import { useCallback, useEffect, useRef, useState } from 'react';
import { newId, type UserRow } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { usersById } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { readGroup, storeGroup } from './kept-group.ts';
import type { NewChat } from './use-create-chat.ts';

/** A group that is being made. */
export type GroupForm = {
  readonly type: NewChat['type'];
  readonly name: string;
  readonly chosen: readonly UserRow[];
  readonly faceId: string | null;
};
const EMPTY: GroupForm = { type: 'GROUP', name: '', chosen: [], faceId: null };

/**
 * Keeps the form of a new group in this tab, through Back and a reload: its kind, its name, who was chosen, and its picture,
 * whose bytes are on the device.
 * @returns whether it was begun at an earlier visit; `end` is called when the group is made or thrown away
 */
export function useKeptGroup(): {
  readonly form: GroupForm;
  readonly tray: string;
  readonly isKept: boolean;
  readonly change: (to: Partial<GroupForm> | ((before: GroupForm) => Partial<GroupForm>)) => void;
  readonly end: () => void;
} {
  const engine = useEngine();
  const { userId, files } = engine;
  const [begun, setBegun] = useState(() => readGroup(sessionStorage, userId));
  const [tray] = useState(() => begun?.tray ?? newId());
  const [form, setForm] = useState<GroupForm>(() =>
    begun === null ? EMPTY : { ...EMPTY, type: begun.type, name: begun.name, faceId: begun.faceId },
  );
  /** Whom the visit before had chosen: their rows are read first. */
  const [awaited, setAwaited] = useState(begun?.people ?? []);
  const isOver = useRef(false);
  const change = useCallback<ReturnType<typeof useKeptGroup>['change']>(
    (to) => setForm((before) => ({ ...before, ...(typeof to === 'function' ? to(before) : to) })),
    [],
  );
  useEffect(() => {
    if (awaited.length === 0) return;
    let isCurrent = true;
    void usersById(engine.db, awaited).then((users) => {
      if (!isCurrent) return;
      setAwaited([]);
      const rows = awaited.flatMap((id) => users.get(id) ?? []);
      change(({ chosen }) => ({
        chosen: [...chosen, ...rows.filter((row) => chosen.every(({ id }) => id !== row.id))],
      }));
    });
    return () => {
      isCurrent = false;
    };
  }, [awaited, change, engine]);
  useEffect(() => {
    if (isOver.current) return;
    const { chosen, ...rest } = form;
    const people = [...new Set([...awaited, ...chosen.map(({ id }) => id)])];
    storeGroup(sessionStorage, userId, { ...rest, people, tray });
  }, [awaited, form, tray, userId]);
  const isBegun = form.name !== '' || form.chosen.length > 0 || form.faceId !== null;
  useHoldUpdate(isBegun);
  const face = useRef(form.faceId);
  useEffect(() => {
    const before = face.current;
    face.current = form.faceId;
    if (before !== null && before !== form.faceId) void files.discard([before], tray);
  }, [files, form.faceId, tray]);
  const end = useCallback(() => {
    isOver.current = true;
    storeGroup(sessionStorage, userId, null);
    if (face.current !== null) void files.discard([face.current], tray);
    setBegun(null);
  }, [files, tray, userId]);
  return { form, tray, isKept: begun !== null, change, end };
}
