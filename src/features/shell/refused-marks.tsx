import { useEffect } from 'react';
import { useRefusedMarks } from '../../queries/refused-marks.ts';
import { useEngine } from '../../session/services.tsx';

/** A seen mark is nothing that anybody wrote: a refused one is dropped, instead of waiting for a hand that cannot help. */
export function RefusedMarks() {
  const engine = useEngine();
  const ids = useRefusedMarks();
  useEffect(() => {
    for (const id of ids ?? []) void engine.cancel(id);
  }, [engine, ids]);
  return null;
}
