#pragma once
/// The Asio types of this folder. Sessions are not Asio's: see loop.hpp.
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>

namespace dolbang::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

using Executor = asio::io_context::executor_type;
using Strand = asio::strand<Executor>;
using Socket = asio::basic_stream_socket<tcp, Strand>;
using Acceptor = asio::basic_socket_acceptor<tcp, Strand>;
using Timer =
    asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Strand>;

}  // namespace dolbang::net
