// A live simulation as the server's source.
#pragma once

#include "live/live_session.h"
#include "server/stream_source.h"

namespace stiction {

class LiveSource final : public StreamSource, private LiveListener {
 public:
  explicit LiveSource(LiveSession& session);  // which must outlive it

  void set_sink(StreamSink* sink) override;
  std::vector<StreamMessage> welcome() override;
  void submit(int client, std::string json, Reply reply) override;
  bool has_large_answer(std::string_view type) const override { return type == "save"; }
  void client_gone(int client) override { session_.client_gone(client); }
  void set_audience(int clients, std::int64_t dropped) override { session_.set_audience(clients, dropped); }

 private:
  void on_frame(SharedBytes chunk) override { sink_->send_frame(std::move(chunk)); }
  void on_status(SharedBytes json) override { sink_->send_status(std::move(json)); }

  LiveSession& session_;
  StreamMessage description_;
  StreamSink* sink_ = nullptr;  // not null while the session has a listener
};

}  // namespace stiction
