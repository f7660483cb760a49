#include "fuzz/recording_parts.h"

#include <zlib.h>

#include "base/byte_stream.h"
#include "recording/deflate.h"
#include "recording/recording_preamble.h"

namespace stiction::fuzz {
namespace {

constexpr std::size_t kMostUnpacked = 1 << 20;  // of one part [bytes]

std::optional<std::string> inflated(std::string_view packed) {
  std::string raw(kMostUnpacked, '\0');
  uLongf size = raw.size();
  if (::uncompress(reinterpret_cast<Bytef*>(raw.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                   packed.size()) != Z_OK) {
    return std::nullopt;
  }
  raw.resize(size);
  return raw;
}

std::string deflated(std::string_view raw) {
  std::string packed;
  Deflater(DeflateEffort::kSmall).compress(raw, packed);
  return packed;
}

std::uint32_t word_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

}  // namespace

std::optional<RecordingParts> taken_apart(std::string_view bytes) {
  if (bytes.size() < kPreambleStart || !bytes.starts_with(kRecordingMagic)) return std::nullopt;
  const std::size_t text = word_at(bytes, 12), packed = word_at(bytes, 16);
  if (bytes.size() - kPreambleStart < text + packed) return std::nullopt;
  RecordingParts parts;
  parts.text = bytes.substr(kPreambleStart, text);
  const std::optional<std::string> surfaces = inflated(bytes.substr(kPreambleStart + text, packed));
  if (!surfaces) return std::nullopt;
  parts.surfaces = *surfaces;
  bytes.remove_prefix(kPreambleStart + text + packed);
  RecordingParts::Chunk chunk;
  while (read_chunk_header(bytes, chunk.header) && bytes.size() - ChunkHeader::kSize >= chunk.header.packed_size) {
    const std::string_view content = bytes.substr(ChunkHeader::kSize, chunk.header.packed_size);
    const std::optional<std::string> raw = content.empty() ? std::string() : inflated(content);
    if (!raw) break;
    chunk.raw = *raw;
    parts.chunks.push_back(chunk);
    bytes.remove_prefix(ChunkHeader::kSize + content.size());
  }
  return parts;
}

std::string put_together(const RecordingParts& parts) {
  const std::string surfaces = deflated(parts.surfaces), rest = parts.text + surfaces;
  ByteWriter head;
  head.append(kRecordingMagic.data(), kRecordingMagic.size());
  put_each(head, kRecordingFormat, static_cast<std::uint32_t>(parts.text.size()),
           static_cast<std::uint32_t>(surfaces.size()), crc32_of(rest));
  std::string bytes = head.bytes() + rest;
  for (const RecordingParts::Chunk& chunk : parts.chunks) {
    const bool end = chunk.header.kind == ChunkHeader::Kind::kEnd;
    const std::string packed = end ? std::string() : deflated(chunk.raw);
    ChunkHeader header = chunk.header;
    header.packed_size = static_cast<std::uint32_t>(packed.size());
    header.packed_crc = crc32_of(packed);
    append_chunk_header(header, bytes);
    bytes += packed;
  }
  return bytes;
}

}  // namespace stiction::fuzz
