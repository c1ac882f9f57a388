/** The door of `sync/`: the engine, its tables for live reads, and the device's own memory. */

export type { EngineHealth } from './connectivity/health.ts';
export type { Departure, Device, DeviceStore } from './device/device-store.ts';
export { openDeviceStore } from './device/device-store.ts';
export type { DiagnosedItem, Diagnosis } from './diagnose.ts';
export type {
  CancelOutcome,
  Engine,
  EngineStatus,
  LoadOutcome,
  MutationInput,
  PauseReason,
  Subscribable,
} from './engine-types.ts';
export { type OpenEngineOptions, openEngine } from './open-engine.ts';
export type { Live, LiveState } from './realtime/live.ts';
export { type DeliveryState, messageDeliveryState } from './rebase/delivery-state.ts';
export { databaseNameFor, LocalDatabase } from './storage/local-database.ts';
export {
  type CoverageRow,
  type DraftRow,
  type ListId,
  type LocalMessage,
  type OutboxRow,
  type OutboxRowOf,
  type OutboxState,
  PENDING_ORDER,
  type Position,
  type PostDraftRow,
} from './storage/rows.ts';
export { deleteUserDatabase, freezeUserDatabase } from './storage/user-databases.ts';
export { type TraceFile, type TraceStep, traceFile } from './trace/trace-file.ts';
export type { Waiting } from './trace/waiting.ts';
export type { EngineFiles, FileToKeep } from './uploads/engine-files.ts';
export { type BlobRow, isUnfinished, type UploadRow, type UploadState } from './uploads/upload-row.ts';
export { listId } from './windows/kinds.ts';
