import type { EngineStatus } from '../../../sync/index.ts';
import { type ConnectionStatus, StatusStrip } from '../../components/status-strip.tsx';
import { useEngineStatus } from '../../session/services.tsx';

const stripStatus = (status: EngineStatus): ConnectionStatus => {
  if (status.connection === 'offline') return 'offline';
  if (status.connection === 'connecting') return 'connecting';
  if (status.pending > 0 && status.paused === null) return 'sending';
  const isAllDone = status.pending + status.attention + status.files === 0 && status.paused === null;
  return isAllDone ? 'upToDate' : 'quiet';
};

/** The strip under a header, told by the engine. */
export function ConnectionStrip() {
  const status = useEngineStatus();
  return <StatusStrip status={stripStatus(status)} count={status.pending} />;
}
