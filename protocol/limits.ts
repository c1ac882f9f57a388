/** Every bound that both sides check. Specification §9 and docs/decisions. */
export const LIMITS = {
  uniqueCodeLength: 13,
  minimumAgeYears: 13,
  passwordMin: 8,
  passwordMax: 128,
  emailMax: 254,
  nameMax: 60,
  messageMax: 4_000,
  messageImagesMax: 10,
  messageFilesMax: 10,
  /** First and last name. */
  mentionNameMax: 120,
  mentionsMax: 20,
  /** A message's row carries its reactions: without a bound, a public chat could make one row larger than all others. */
  reactionsMax: 200,
  /** Pinned messages of one chat: all of them are on every member's device. */
  pinnedMessagesMax: 50,
  /** Starred messages of one account: all of them are on each of its devices. */
  starredMessagesMax: 500,
  /** Of a link that is shown with a preview, and of what the preview says. */
  previewLinkMax: 2_048,
  previewTitleMax: 200,
  previewDescriptionMax: 300,
  /** Longest side of the picture of a preview. */
  previewSideMax: 320,
  /** The longest emoji are families with skin tones. */
  emojiMax: 40,
  /** An own message may be edited, and deleted for everyone, for 48 hours. */
  messageChangeMs: 172_800_000,
  chatNameMax: 80,
  groupMembersMax: 100,
  postMax: 5_000,
  postImagesMax: 10,
  altTextMax: 1_000,
  commentMax: 1_000,
  /** How long a post stays in its author's bin. */
  binDays: 30,
  /** The posts of one's own that one's own scope carries; older ones are a window. */
  ownPostsMax: 500,
  /** A PUBLIC chat's members are on every member's device: it is not without end. */
  publicMembersMax: 1_000,
  /** Groups up to this size show "Seen by n" and log receipts. */
  receiptsMembersMax: 20,
  searchMax: 100,
  /** Of what the server finds, so much of each kind at once. */
  searchPage: 30,
  perPageDefault: 5,
  perPageMax: 100,
  pageMax: 1_000_000,
  uploadBytesMax: 10_485_760,
  /** Of a film that a device makes smaller before it is sent: a minute or two, as phones record it. */
  filmPickedBytesMax: 209_715_200,
  fileNameMax: 255,
  /** A recording stops here and is kept. */
  voiceMsMax: 900_000,
  /** Parts of a waveform; `protocol/mutations/voices.ts` has the alphabet. */
  waveformPeaks: 64,
  /** Of everything that one account keeps on the server. */
  filesPerUserMax: 2_000,
  fileBytesPerUserMax: 524_288_000,
  /** A picture of more pixels is a bomb or needs an editor. */
  imagePixelsMax: 50_000_000,
  /** Frames of a picture that moves. All of them together count as its pixels. */
  imageFramesMax: 2_000,
  /** Longest side of a picture as others get it. */
  imageSideMax: 4_096,
  /** And of the still of a video, which devices make no larger. */
  stillSideMax: 2_048,
  /** Longest side that a device may announce of a file that is still to come. */
  mediaSideMax: 65_535,
  thumbnailWidths: [320, 960],
  /** How long a file that nothing names is kept. */
  orphanFileMs: 86_400_000,
  /** How long the copy of a member's data can be downloaded, and how long after asking for one they may ask for the next. */
  exportKeptMs: 604_800_000,
  exportAgainAfterMs: 86_400_000,
  /** So far ahead a mute may end. One without an end lasts until it is taken back. */
  muteMsMax: 31_622_400_000,
  /** Chats that one member keeps on top of the list. */
  pinnedChatsMax: 10,
  pinRankMax: 64,
  pushBatchMax: 100,
  unfinishedMax: 200,
  revalidateMax: 200,
  /** A chat's snapshot, and a pull with more new messages than `tailMessagesMax`, carries the newest `snapshotMessages`. */
  snapshotMessages: 50,
  tailMessagesMax: 200,
  pullRowsMax: 500,
  friendRequestAttemptsMax: 3,
  reportNoteMax: 1_000,
  reportSnapshotMax: 5_000,
  strangerInterestsMax: 3,
  strangerMessageMax: 1_000,
  /** What is shown and frozen of a chat of strangers. */
  strangerMessagesShown: 200,
  strangerMessagesFrozen: 50,
  strangerMatchesPerHour: 10,
  /** Between two matches of one person. */
  strangerCoolDownMs: 3_000,
  strangerAgainAfterMs: 2_592_000_000,
  /** A client says every few seconds that it is there; the other sees "reconnecting" after the first, and the chat ends after the second. */
  strangerSilentMs: 12_000,
  strangerLostMs: 60_000,
  /** How long an ended chat of strangers is still there to be reported. */
  strangerGoneAfterMs: 86_400_000,
  strangerMinimumAgeYears: 18,
  strangerReportsMax: 3,
  moderationWordsMax: 1_000,
  /** What was said before and after a reported message, as far as the reporter can read it. */
  reportLinesAround: 5,
  /** Reports, and lines of the moderators' log, on one page. */
  moderationPage: 20,
  /** Notifications about which a device asks at once. */
  shownNoticesMax: 20,
  toastMs: 3_000,
} as const;
