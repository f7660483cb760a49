#include "server/live_source.h"

#include "server/outgoing.h"

namespace stiction {

LiveSource::LiveSource(LiveSession& session)
    : session_(session), description_(description_message(session.description())) {}

void LiveSource::set_sink(StreamSink* sink) {
  session_.set_listener(nullptr);  // from here on sink_ is ours
  sink_ = sink;
  if (sink != nullptr) session_.set_listener(this);
}

std::vector<StreamMessage> LiveSource::welcome() {
  session_.refresh();
  return {description_};
}

void LiveSource::submit(int client, std::string json, Reply reply) {
  session_.submit(client, std::move(json), [reply = std::move(reply)](std::string answer) {
    reply(answer.empty() ? StreamMessage{} : StreamMessage::text(std::move(answer)));
  });
}

}  // namespace stiction
