/** The door of `sync/`: the engine, its tables for live reads, and the device's own memory. */

export { lostChatIdKey, lostChatNameKey } from './apply/apply-pull.ts';
export type { PushedMessage } from './apply/pushed-message.ts';
export type { EngineHealth } from './connectivity/health.ts';
export type { NewDraft } from './device/chat-drafts.ts';
export type { Departure, Device, DeviceStore } from './device/device-store.ts';
export { openDeviceStore, withDevice } from './device/device-store.ts';
export { answerKey } from './device/kept-answers.ts';
export type { PostDraftInput } from './device/post-drafts.ts';
export { openShareStore, type SharedItem, type ShareStore } from './device/share-store.ts';
export type { DiagnosedItem, Diagnosis, ReachOutcome } from './diagnose.ts';
export { isReadable } from './effects/known.ts';
export { writtenMessage, writtenPost } from './effects/written.ts';
export type { EngineStatus, PauseReason } from './engine-status.ts';
export type { CancelOutcome, Engine, LoadOutcome, MutationInput } from './engine-types.ts';
export { callerHeaders, createHttpClient, type HttpClient } from './http.ts';
export { socketLock } from './leader/socket-leader.ts';
export { type LinkPart, shownText, splitLinks, withShownHosts } from './links/split-links.ts';
export {
  type FriendLooks,
  friendLikeOf,
  lookAlikeOf,
  looksOf,
  NO_FRIENDS,
  readFriendLooks,
} from './names/look-alike.ts';
export { type EngineWrap, type OpenEngineOptions, openEngine, openWorkerEngine } from './open-engine.ts';
export { isMark, isQuietMark } from './outbox/quiet-mark.ts';
export { browserLockName } from './platform/browser-ports.ts';
export { type Clock, createClock } from './platform/clock.ts';
export type {
  FileSender,
  Http,
  HttpAnswer,
  HttpRequest,
  Online,
  Ports,
  Socket,
  SocketConnection,
  SocketHandlers,
} from './platform/ports.ts';
export { serverClock } from './platform/server-clock.ts';
export type { Hint, Live, LiveState, Look } from './realtime/live.ts';
export { type DeliveryState, messageDeliveryState } from './rebase/delivery-state.ts';
export { groupDependents, type OutboxGroup } from './rebase/dependents.ts';
export type { FoundMessages, MessageQuery } from './search/find.ts';
export { openSearch, type Search } from './search/open-search.ts';
export type { StateObservable } from './state-observable.ts';
export { databaseNameFor, LocalDatabase, type LocalTables } from './storage/local-database.ts';
export {
  type CoverageRow,
  type DraftEdit,
  type DraftFile,
  type DraftMention,
  type DraftPart,
  type DraftRow,
  type DraftSend,
  type ListId,
  type LocalMessage,
  type OutboxRow,
  type OutboxRowOf,
  type OutboxState,
  outboxStates,
  PENDING_ORDER,
  type Position,
  type PostDraftRow,
  type PostDraftVersion,
  type PostSend,
  type StoreName,
} from './storage/rows.ts';
export type { Storage } from './storage/storage.ts';
export { deleteUserDatabase, freezeUserDatabase, hasUserDatabase } from './storage/user-databases.ts';
export { type TraceFile, type TraceStep, traceFile } from './trace/trace-file.ts';
export type { Waiting } from './trace/waiting.ts';
export type { EngineFiles, FileToKeep } from './uploads/engine-files.ts';
export { isAnimated, wouldStandStill } from './uploads/pictures/animation.ts';
export { HEIC, isHeic } from './uploads/pictures/heic.ts';
export { preparePicture, preparePictures } from './uploads/pictures/prepare-pictures.ts';
export { type ShrunkPicture, shrinkBitmap, shrinkPicture } from './uploads/pictures/shrink-picture.ts';
export { readTiff } from './uploads/pictures/tiff.ts';
export { prepareAll } from './uploads/prepare-all.ts';
export type { PreparedFile } from './uploads/preparing.ts';
export { awaitedFiles, heldByFiles } from './uploads/queue-files.ts';
export type { Recording } from './uploads/recordings.ts';
export {
  type BlobRow,
  isRefusedForGood,
  isUnfinished,
  type UploadRow,
  type UploadState,
} from './uploads/upload-row.ts';
export { waitingFiles } from './uploads/waiting-files.ts';
export { postsBy } from './windows/feed.ts';
export { listId } from './windows/kinds.ts';
